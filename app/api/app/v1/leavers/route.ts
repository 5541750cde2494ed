import * as contract from '#lib/contracts/app/leavers.ts'
import { listLeavers } from '#server/accounts/leavers/queries.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.listLeavers, async (ctx) => {
  const { rows, total } = await listLeavers(ctx)
  return { body: { result: rows, total_count: total } }
})
