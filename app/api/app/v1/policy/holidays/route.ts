import * as contract from '#lib/contracts/app/policy-calendar.ts'
import { route } from '#server/platform/api/route.ts'
import { createHoliday, listHolidays } from '#server/policy/holidays.ts'

export const GET = route(contract.listHolidays, async (ctx) => {
  const { rows, total } = await listHolidays(ctx)
  return { body: { result: rows, total_count: total } }
})

export const POST = route(contract.createHoliday, async (ctx, { body }) => ({ body: await createHoliday(ctx, body) }))
