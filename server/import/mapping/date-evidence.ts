import type { DateOrder } from '#server/import/cells/date-parts.ts'

/** Counts of a column's dates by the order of day and month that they prove. */
export type DateEvidence = {
  dayFirst: number
  monthFirst: number
  ambiguous: number
  isTwelveHours: boolean
  /** The first date of each kind; empty if there is none yet. */
  examples: Record<'dayFirst' | 'monthFirst' | 'ambiguous', string>
  shortYears: ShortYears
}

/** The numbers in dates with a year of two digits: 26/05/10 may begin or end with the year. */
type ShortYears = { isLastProven: boolean; readonly first: Set<number>; readonly last: Set<number> }

export const createEvidence = (): DateEvidence => ({
  dayFirst: 0,
  monthFirst: 0,
  ambiguous: 0,
  isTwelveHours: false,
  examples: { dayFirst: '', monthFirst: '', ambiguous: '' },
  shortYears: { isLastProven: false, first: new Set(), last: new Set() },
})

const threeNumbers = /^\s*(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/

/** Counts a cell; a number above 12 can only be the day. */
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

/**
 * Counts a date with a year of two digits. The year cannot be first if the middle number is no month or the last no
 * day.
 */
function observeShortYear(years: ShortYears, first: number, second: number, last: number): void {
  years.isLastProven ||= second > 12 || last > 31 || last === 0
  years.first.add(first)
  years.last.add(last)
}

/** True if the year is last: a date proves it, or the first number varies more, as days and months do. */
const isYearLast = ({ shortYears: { isLastProven, first, last } }: DateEvidence): boolean =>
  isLastProven || first.size > last.size

export const isDecided = ({ dayFirst, monthFirst }: DateEvidence): boolean => dayFirst !== monthFirst
export const isNeeded = ({ dayFirst, monthFirst, ambiguous }: DateEvidence): boolean =>
  dayFirst + monthFirst + ambiguous > 0

export type OrderChoice = {
  readonly order: DateOrder
  /** True if dates with a year of two digits can be read. */
  readonly hasShortYears: boolean
  readonly remark?: string
}

/**
 * Chooses the order of a column's dates: by its own evidence, else by that of the other columns, else by the mapping,
 * else by assumption. The remark names the reason.
 */
export function chooseOrder(
  column: string,
  columnEvidence: DateEvidence,
  others: readonly DateEvidence[],
  stated?: DateOrder,
): OrderChoice {
  const hasShortYears = isYearLast(columnEvidence) || others.some(isYearLast)
  if (isDecided(columnEvidence)) {
    const order = columnEvidence.dayFirst > columnEvidence.monthFirst ? 'day-first' : 'month-first'
    const exceptions = Math.min(columnEvidence.dayFirst, columnEvidence.monthFirst)
    const rest = exceptions > 0 ? `, though ${exceptions} of the dates examined fit only the other order` : ''
    const example = quoteExample(columnEvidence, order === 'day-first' ? 'dayFirst' : 'monthFirst')
    return {
      order,
      hasShortYears,
      remark: `${column}: dates such as ${example} are read ${describeOrder(order)}${rest}.`,
    }
  }
  if (!isNeeded(columnEvidence)) return { order: 'day-first', hasShortYears: false }
  const elsewhere = others.reduce((sum, other) => sum + other.dayFirst - other.monthFirst, 0)
  if (elsewhere === 0 && stated !== undefined) {
    const remark = `${column}: dates such as ${quoteAnyExample(columnEvidence)} are read ${describeOrder(stated)}, as the mapping says.`
    return { order: stated, hasShortYears: true, remark }
  }
  const isAssumed = elsewhere === 0
  const isDayFirst = isAssumed ? !columnEvidence.isTwelveHours : elsewhere > 0
  const order = isDayFirst ? 'day-first' : 'month-first'
  const remark = `${column}: ${describeUndecided(columnEvidence, order, isAssumed)}`
  return { order, hasShortYears: !isAssumed && hasShortYears, remark }
}

/** Describes how a column is read if its own dates do not decide the order. */
function describeUndecided(columnEvidence: DateEvidence, order: DateOrder, isAssumed: boolean): string {
  const elsewhere = isAssumed ? '' : ', as in the other columns'
  if (columnEvidence.dayFirst > 0) {
    const dayFirst = quoteExample(columnEvidence, 'dayFirst')
    const monthFirst = quoteExample(columnEvidence, 'monthFirst')
    return `as many dates fit only day first, such as ${dayFirst}, as fit only month first, such as ${monthFirst}; they are read ${describeOrder(order)}${elsewhere}, and the others are refused. Set the format in a mapping.`
  }
  const example = quoteExample(columnEvidence, 'ambiguous')
  if (!isAssumed) return `dates such as ${example} are read ${describeOrder(order)}${elsewhere}.`
  return `dates such as ${example} fit both orders and are assumed to be ${describeOrder(order)}; if they are not, set the format in a mapping.`
}

const quoteExample = ({ examples }: DateEvidence, kind: keyof DateEvidence['examples']) =>
  JSON.stringify(examples[kind])

const quoteAnyExample = ({ examples }: DateEvidence) =>
  JSON.stringify(examples.ambiguous || examples.dayFirst || examples.monthFirst)

const describeOrder = (order: DateOrder) => (order === 'day-first' ? 'day first' : 'month first')
