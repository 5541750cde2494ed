import { createHoliday, listHolidays } from '#lib/contracts/app/policy-calendar.ts'
import { route } from '#server/platform/api/route.ts'
import * as holidays from '#server/policy/holidays.ts'

export const GET = route(listHolidays, async (ctx) => {
  const { rows, total } = await holidays.listHolidays(ctx)
  return { body: { result: rows, total_count: total } }
})

export const POST = route(createHoliday, async (ctx, { body }) => ({ body: await holidays.createHoliday(ctx, body) }))
