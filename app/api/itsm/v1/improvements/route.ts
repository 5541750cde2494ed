import * as contract from '#lib/contracts/improvements.ts'
import { createImprovement } from '#server/improvements/create-improvement.ts'
import { listImprovements } from '#server/improvements/queries.ts'
import { recordList } from '#server/platform/api/list-reply.ts'
import { recordReply } from '#server/platform/api/record-reply.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(
  contract.listImprovements,
  async (ctx, { query }) => recordList(await listImprovements(ctx, query), query),
  { cache: 'shared' },
)

export const POST = route(contract.createImprovement, async (ctx, { body }) => {
  const improvement = await createImprovement(ctx, body)
  return { ...recordReply(improvement), location: `/api/itsm/v1/improvements/${improvement.id}` }
})
