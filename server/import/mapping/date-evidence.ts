import type { DateOrder } from '../cells/date-parts.ts'

/** Counts of the dates of a column that show which of their numbers is the day, and which the year. */
export type DateEvidence = {
  dayFirst: number
  monthFirst: number
  ambiguous: number
  isTwelveHours: boolean
  /** The first date of each kind; empty until there is one. */
  examples: Record<'dayFirst' | 'monthFirst' | 'ambiguous', string>
  shortYears: ShortYears
}

/** What the dates with a year of two digits show: 26/05/10 may begin or end with the year. */
type ShortYears = { isLastProven: boolean; readonly first: Set<number>; readonly last: Set<number> }

export const noEvidence = (): DateEvidence => ({
  dayFirst: 0,
  monthFirst: 0,
  ambiguous: 0,
  isTwelveHours: false,
  examples: { dayFirst: '', monthFirst: '', ambiguous: '' },
  shortYears: { isLastProven: false, first: new Set(), last: new Set() },
})

const threeNumbers = /^\s*(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/

/** Counts a cell: a number above 12 can only be the day. */
export function observeDate(evidence: DateEvidence, cell: unknown): void {
  if (typeof cell !== 'string') return
  const match = threeNumbers.exec(cell)
  if (!match) return
  const first = Number(match[1])
  const second = Number(match[3])
  const year = match[4] ?? ''
  if (year.length === 2) observeShortYear(evidence.shortYears, first, second, Number(year))
  const kind =
    first > 12 && second <= 12 ? 'dayFirst' : second > 12 && first <= 12 ? 'monthFirst' : ('ambiguous' as const)
  evidence[kind] += 1
  evidence.isTwelveHours ||= /[ap]\.?m\.?\s*$/i.test(cell)
  evidence.examples[kind] ||= cell.trim()
}

/** A year cannot be first if the middle number is no month, or the last no day. */
function observeShortYear(years: ShortYears, first: number, second: number, last: number): void {
  years.isLastProven ||= second > 12 || last > 31 || last === 0
  years.first.add(first)
  years.last.add(last)
}

/** Whether the year is last: a date proves it, or the first number varies more, as days and months do. */
const isYearLast = ({ shortYears: { isLastProven, first, last } }: DateEvidence): boolean =>
  isLastProven || first.size > last.size

export const isDecided = ({ dayFirst, monthFirst }: DateEvidence): boolean => dayFirst !== monthFirst
export const isNeeded = ({ dayFirst, monthFirst, ambiguous }: DateEvidence): boolean =>
  dayFirst + monthFirst + ambiguous > 0

export type OrderChoice = {
  readonly order: DateOrder
  /** Whether dates with a year of two digits can be read. */
  readonly hasShortYears: boolean
  readonly remark?: string
}

/**
 * The order of a column's dates by its own evidence, else by the other columns, else the one that the mapping states,
 * else assumed; the remark says which.
 */
export function chooseOrder(
  column: string,
  own: DateEvidence,
  others: readonly DateEvidence[],
  stated?: DateOrder,
): OrderChoice {
  const hasShortYears = isYearLast(own) || others.some(isYearLast)
  if (isDecided(own)) {
    const order = own.dayFirst > own.monthFirst ? 'day-first' : 'month-first'
    const exceptions = Math.min(own.dayFirst, own.monthFirst)
    const rest = exceptions > 0 ? `, though ${exceptions} of the dates examined fit only the other order` : ''
    const example = quotedExample(own, order === 'day-first' ? 'dayFirst' : 'monthFirst')
    return { order, hasShortYears, remark: `${column}: dates such as ${example} are read ${worded(order)}${rest}.` }
  }
  if (!isNeeded(own)) return { order: 'day-first', hasShortYears: false }
  const elsewhere = others.reduce((sum, other) => sum + other.dayFirst - other.monthFirst, 0)
  if (elsewhere === 0 && stated !== undefined) {
    const remark = `${column}: dates such as ${anyExample(own)} are read ${worded(stated)}, as the mapping says.`
    return { order: stated, hasShortYears: true, remark }
  }
  const isAssumed = elsewhere === 0
  const isDayFirst = isAssumed ? !own.isTwelveHours : elsewhere > 0
  const order = isDayFirst ? 'day-first' : 'month-first'
  const remark = `${column}: ${undecided(own, order, isAssumed)}`
  return { order, hasShortYears: !isAssumed && hasShortYears, remark }
}

/** How a column is read whose own dates do not decide the order. */
function undecided(own: DateEvidence, order: DateOrder, isAssumed: boolean): string {
  const elsewhere = isAssumed ? '' : ', as in the other columns'
  if (own.dayFirst > 0) {
    const dayFirst = quotedExample(own, 'dayFirst')
    const monthFirst = quotedExample(own, 'monthFirst')
    return `as many dates fit only day first, such as ${dayFirst}, as fit only month first, such as ${monthFirst}; they are read ${worded(order)}${elsewhere}, and the others are refused. Set the format in a mapping.`
  }
  const example = quotedExample(own, 'ambiguous')
  if (!isAssumed) return `dates such as ${example} are read ${worded(order)}${elsewhere}.`
  return `dates such as ${example} fit both orders and are assumed to be ${worded(order)}; if they are not, set the format in a mapping.`
}

const quotedExample = ({ examples }: DateEvidence, kind: keyof DateEvidence['examples']) =>
  JSON.stringify(examples[kind])

const anyExample = ({ examples }: DateEvidence) =>
  JSON.stringify(examples.ambiguous || examples.dayFirst || examples.monthFirst)

const worded = (order: DateOrder) => (order === 'day-first' ? 'day first' : 'month first')
