import * as contract from '#lib/contracts/app/policy-calendar.ts'
import { route } from '#server/platform/api/route.ts'
import { deleteHoliday } from '#server/policy/holidays.ts'

export const DELETE = route(contract.deleteHoliday, async (ctx, { params }) => {
  await deleteHoliday(ctx, params.day)
  return { body: null }
})
