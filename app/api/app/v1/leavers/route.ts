import { listLeavers } from '#lib/contracts/app/leavers.ts'
import * as leavers from '#server/accounts/leavers/queries.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(listLeavers, async (ctx) => {
  const { rows, total } = await leavers.listLeavers(ctx)
  return { body: { result: rows, total_count: total } }
})
