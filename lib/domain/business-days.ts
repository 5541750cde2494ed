const dayMs = 86_400_000

const isWeekend = (at: number) => [0, 6].includes(new Date(at).getUTCDay())
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/**
 * The day that lies `count` business days after `day` (YYYY-MM-DD): Monday to Friday without the holidays. The day itself
 * does not count, so that 1 after a Friday is Monday, and after a Saturday too; 0 gives the day itself, or the next
 * business day where it is none. Source: product.md, "Due in 10 business days, 5 for emergencies".
 */
export function addBusinessDays(day: string, count: number, holidays: ReadonlySet<string> = new Set()): string {
  const isFree = (at: number) => isWeekend(at) || holidays.has(dayOf(at))
  let at = Date.parse(`${day}T00:00:00Z`)
  for (let left = count; left > 0; ) {
    at += dayMs
    if (!isFree(at)) left -= 1
  }
  while (isFree(at)) at += dayMs
  return dayOf(at)
}

/**
 * The day (UTC) from which the business days of a review are counted: that on which the change ended, because it is
 * known and the same whenever the change reaches us; where the end is not known, or lies ahead, the day of the decision.
 */
export function dueFrom(endedAt: string | null, decidedAt: string): string {
  const isPast = endedAt !== null && Date.parse(endedAt) <= Date.parse(decidedAt)
  return new Date(isPast ? endedAt : decidedAt).toISOString().slice(0, 10)
}
