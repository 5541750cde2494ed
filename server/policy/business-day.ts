import { addBusinessDays } from '#lib/domain/policy/business-days.ts'
import { type Context, getToday } from '#server/platform/runtime/context.ts'
import { holidays } from '#server/schema/policy.ts'

/** Returns the current day of the organisation (YYYY-MM-DD), whether it is a business day, and the holidays. */
export async function getBusinessDay(ctx: Pick<Context, 'db' | 'zone' | 'now'>) {
  const rows = await ctx.db.select({ day: holidays.day }).from(holidays)
  const free: ReadonlySet<string> = new Set(rows.map(({ day }) => day))
  const today = getToday(ctx)
  return { today, isBusinessDay: addBusinessDays(today, 0, free) === today, holidays: free }
}
