import type { MetricBucket } from '#lib/contracts/app/metric-values.ts'
import { addDaysTo, countDaysBetween } from '#lib/domain/improvements/improvement-due.ts'

/** Two calendar days, YYYY-MM-DD, both included. */
export type Period = { readonly from: string; readonly to: string }
/** A requested period; `resolvePeriod` fills in defaults. */
export type PartialPeriod = { readonly from?: string | undefined; readonly to?: string | undefined }

/** Longest period, about ten years. */
export const maxPeriodDays = 3660

export const countDays = ({ from, to }: Period): number => countDaysBetween(from, to) + 1

/** Completes a requested period; the default is the last 12 calendar months. */
export function resolvePeriod({ from, to }: PartialPeriod, today: string): Period {
  const last = to ?? (from !== undefined && from > today ? from : today)
  return { from: from ?? firstOfMonth(last, -11), to: last }
}

/** Returns the period right before this one: of as many months before whole calendar months, else of as many days. */
export function getPreviousPeriod(period: Period): Period {
  const [year = 0, month = 1, day] = period.from.split('-').map(Number)
  const [nextYear = 0, nextMonth = 1, nextDay] = addDaysTo(period.to, 1).split('-').map(Number)
  const months = day === 1 && nextDay === 1 ? 12 * (nextYear - year) + nextMonth - month : 0
  return {
    from: months > 0 ? firstOfMonth(period.from, -months) : addDaysTo(period.from, -countDays(period)),
    to: addDaysTo(period.from, -1),
  }
}

/** Returns the first day of the month `months` after the month of a day. */
function firstOfMonth(day: string, months = 0): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
}

/** Returns the first day of the quarter `quarters` after the quarter of a day. */
function firstOfQuarter(day: string, quarters = 0): string {
  return firstOfMonth(day, 3 * quarters - ((Number(day.slice(5, 7)) - 1) % 3))
}

/** The part of a month or quarter within a period; `start` is the first day of the full bucket. */
export type BucketSpan = Period & { readonly start: string; readonly isWhole: boolean }

/**
 * Lists the months or quarters that overlap a period, in order. One is whole if all its days are in the period and
 * past.
 */
export function splitIntoBuckets(period: Period, bucket: MetricBucket, today: string): BucketSpan[] {
  const next = (start: string) => firstOfMonth(start, bucket === 'month' ? 1 : 3)
  const spans: BucketSpan[] = []
  let start = bucket === 'month' ? firstOfMonth(period.from) : firstOfQuarter(period.from)
  for (; start <= period.to; start = next(start)) {
    const end = addDaysTo(next(start), -1)
    const [, from = start] = [start, period.from].toSorted()
    const [to = end] = [end, period.to].toSorted()
    spans.push({ start, from, to, isWhole: from === start && to === end && end < today })
  }
  return spans
}

/** Lists the last buckets until a day. */
export const listLastBuckets = (day: string, bucket: MetricBucket, today: string, count = 12): BucketSpan[] =>
  splitIntoBuckets(
    { from: firstOfMonth(day, (1 - count) * (bucket === 'month' ? 1 : 3)), to: day },
    bucket,
    today,
  ).slice(-count)

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Returns the label of a bucket, such as `Mar 2026` or `Q1 2026`. */
export function formatBucket(day: string, bucket: MetricBucket): string {
  const month = Number(day.slice(5, 7)) - 1
  return `${bucket === 'month' ? monthNames[month] : `Q${Math.floor(month / 3) + 1}`} ${day.slice(0, 4)}`
}

/** Lists the preset periods as of a day. */
export function listPeriodPresets(today: string): (Period & { readonly label: string })[] {
  const quarter = firstOfQuarter(today)
  return [
    { label: 'Last 30 days', from: addDaysTo(today, -29), to: today },
    { label: 'This quarter', from: quarter, to: today },
    { label: 'Last quarter', from: firstOfQuarter(today, -1), to: addDaysTo(quarter, -1) },
    { label: 'Last 12 months', ...resolvePeriod({}, today) },
  ]
}

/** The quarter of a day as the API names it, such as `2026-Q3`. */
export const nameQuarter = (day: string): string => formatBucket(day, 'quarter').replace(/(..) (.*)/, '$2-$1')

/** Words a quarter for people: `Q3 2026` for `2026-Q3`. */
export const wordQuarter = (name: string): string => name.replace(/^(\d+)-(Q\d)$/, '$2 $1')

/** Returns the days of a quarter, such as `2026-Q3`, or of the one `quarters` later. */
export function findQuarter(name: string, quarters = 0): Period {
  const first = `${name.slice(0, 4)}-${String(3 * Number(name.slice(6)) - 2).padStart(2, '0')}-01`
  return { from: firstOfQuarter(first, quarters), to: addDaysTo(firstOfQuarter(first, quarters + 1), -1) }
}
