import { addBusinessDays } from '#lib/domain/business-days.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { holidays } from '#server/schema/policy.ts'

/** The day of `ctx.now` (UTC, YYYY-MM-DD), whether it is a business day, and the holidays. */
export async function getBusinessDay(ctx: Context) {
  const rows = await ctx.db.select({ day: holidays.day }).from(holidays)
  const free: ReadonlySet<string> = new Set(rows.map(({ day }) => day))
  const today = ctx.now.toISOString().slice(0, 10)
  return { today, isBusinessDay: addBusinessDays(today, 0, free) === today, holidays: free }
}
