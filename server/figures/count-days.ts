import type { AllFacts } from './catch-up.ts'
import { dayNumber, filterOf, lets } from './count-figures.ts'
import { type Facts, factFields, fieldCount } from './fact-blocks.ts'
import type { PopulationName } from './populations.ts'
import type { Scope } from './scope.ts'

/** Records that lie on the days from one to another, and how many of them come before the first that is wanted. */
export type DaySpan = { readonly from: string; readonly to: string; readonly offset: number }

export type DayCounts = {
  /** The first day of the period, by days since 1970-01-01. */
  readonly from: number
  /** Records of each day of the period. */
  readonly counts: Int32Array
  readonly total: number
}

/** How many facts of a population that have a bit lie on each day of the period itself. */
export function countDays(
  { blocks, dictionaries }: AllFacts,
  scope: Scope,
  population: PopulationName,
  bit: number,
): DayCounts {
  const from = dayNumber(scope.period.from)
  const last = dayNumber(scope.period.to)
  const to = population === 'due_actions' ? Math.min(last, dayNumber(scope.today) - 1) : last
  const filter = filterOf(scope, dictionaries)
  const counts = new Int32Array(last - from + 1)
  const add = ({ count, fields, firstDay, lastDay }: Facts) => {
    if (firstDay > to || lastDay < from) return
    for (let start = 0; start < count * fieldCount; start += fieldCount) {
      const day = fields[start + factFields.day] as number
      if (day < from || day > to || ((fields[start + factFields.bits] as number) & bit) === 0) continue
      if (filter === null || lets(filter, fields, start)) counts[day - from] = (counts[day - from] as number) + 1
    }
  }
  for (const { facts } of population === 'due_actions' ? blocks.improvements : blocks.changes) {
    for (const of of facts) if (of.population === population) add(of)
  }
  return { from, counts, total: counts.reduce((sum, count) => sum + count, 0) }
}

/** The days on which a page lies, the latest day being the first; null for one past the end. */
export function daysOfPage({ from, counts, total }: DayCounts, offset: number, limit: number): DaySpan | null {
  if (offset >= total) return null
  let place = counts.length - 1
  let before = 0
  for (; before + (counts[place] as number) <= offset; place -= 1) before += counts[place] as number
  const latest = place
  let seen = before + (counts[place] as number)
  while (seen < Math.min(offset + limit, total)) {
    place -= 1
    seen += counts[place] as number
  }
  return { from: dayText(from + place), to: dayText(from + latest), offset: offset - before }
}

const dayText = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)
