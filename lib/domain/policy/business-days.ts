import { getDayInZone } from '#lib/time/local-day.ts'

const dayMs = 86_400_000

const isWeekend = (at: number) => [0, 6].includes(new Date(at).getUTCDay())
const toDay = (at: number) => new Date(at).toISOString().slice(0, 10)

/**
 * Adds business days (Monday to Friday except holidays) to a day (YYYY-MM-DD). The day itself does not count: 1 after a
 * Friday or a Saturday is Monday. 0 returns the day itself, or the next business day if it is not one.
 */
export function addBusinessDays(day: string, count: number, holidays: ReadonlySet<string> = new Set()): string {
  const isFree = (at: number) => isWeekend(at) || holidays.has(toDay(at))
  let at = Date.parse(`${day}T00:00:00Z`)
  for (let left = count; left > 0; ) {
    at += dayMs
    if (!isFree(at)) left -= 1
  }
  while (isFree(at)) at += dayMs
  return toDay(at)
}

/**
 * Returns the day in a time zone from which the business days of a review count: the end of the change, which does not
 * depend on the time of its import; the day of the decision if the end is unknown or in the future.
 */
export function getDueStart(endedAt: string | null, decidedAt: string, zone = 'UTC'): string {
  const isPast = endedAt !== null && Date.parse(endedAt) <= Date.parse(decidedAt)
  return getDayInZone(isPast ? endedAt : decidedAt, zone)
}
