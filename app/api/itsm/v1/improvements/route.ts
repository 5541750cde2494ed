import * as contract from '#lib/contracts/improvements.ts'
import { createImprovement } from '#server/improvements/create-improvement.ts'
import { listImprovements } from '#server/improvements/queries.ts'
import { toRecordList, toRecordResult } from '#server/platform/api/list-result.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(
  contract.listImprovements,
  async (ctx, { query }) => toRecordList(await listImprovements(ctx, query), query),
  { cache: 'shared' },
)

export const POST = route(contract.createImprovement, async (ctx, { body }) => {
  const improvement = await createImprovement(ctx, body)
  return { ...toRecordResult(improvement), location: `/api/itsm/v1/improvements/${improvement.id}` }
})
