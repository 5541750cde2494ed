import { createImprovement, listImprovements } from '#lib/contracts/improvements.ts'
import { recordList } from '#server/http/list-reply.ts'
import { recordReply } from '#server/http/record-reply.ts'
import { route } from '#server/http/route.ts'
import { planImprovement } from '#server/improvements/create-improvement.ts'
import * as queries from '#server/improvements/queries.ts'

export const GET = route(
  listImprovements,
  async (ctx, { query }) => recordList(await queries.listImprovements(ctx, query), query),
  { isSameForAll: true },
)

export const POST = route(createImprovement, {
  plan(ctx, { body }) {
    const { improvement, write } = planImprovement(ctx, body)
    return { write, reply: { ...recordReply(improvement), location: `/api/itsm/v1/improvements/${improvement.id}` } }
  },
})
