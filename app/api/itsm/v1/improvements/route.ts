import { createImprovement, listImprovements } from '#lib/contracts/improvements.ts'
import * as commands from '#server/improvements/create-improvement.ts'
import * as queries from '#server/improvements/queries.ts'
import { recordList } from '#server/platform/api/list-reply.ts'
import { recordReply } from '#server/platform/api/record-reply.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(
  listImprovements,
  async (ctx, { query }) => recordList(await queries.listImprovements(ctx, query), query),
  { cache: 'shared' },
)

export const POST = route(createImprovement, async (ctx, { body }) => {
  const improvement = await commands.createImprovement(ctx, body)
  return { ...recordReply(improvement), location: `/api/itsm/v1/improvements/${improvement.id}` }
})
