import * as contract from '#lib/contracts/app/policy-calendar.ts'
import { route } from '#server/platform/api/route.ts'
import { createHolidays } from '#server/policy/holidays.ts'

export const POST = route(contract.createHolidays, async (ctx, { body }) => ({
  body: { added: await createHolidays(ctx, body.holidays) },
}))
