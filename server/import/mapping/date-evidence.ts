import type { DateOrder } from '../cells/date-parts.ts'

/** Counts of the dates of a column that show which of their two leading numbers is the day. */
export type DateEvidence = {
  dayFirst: number
  monthFirst: number
  ambiguous: number
  isTwelveHours: boolean
  example: string
}

export const noEvidence = (): DateEvidence => ({
  dayFirst: 0,
  monthFirst: 0,
  ambiguous: 0,
  isTwelveHours: false,
  example: '',
})

const twoNumbers = /^\s*(\d{1,2})([-/.])(\d{1,2})\2\d{4}(?!\d)/

/** Counts a cell: a number above 12 can only be the day. */
export function observeDate(evidence: DateEvidence, cell: unknown): void {
  if (typeof cell !== 'string') return
  const match = twoNumbers.exec(cell)
  if (!match) return
  const [first, second] = [Number(match[1]), Number(match[3])]
  if (first > 12 && second <= 12) evidence.dayFirst += 1
  else if (second > 12 && first <= 12) evidence.monthFirst += 1
  else evidence.ambiguous += 1
  evidence.isTwelveHours ||= /[ap]\.?m\.?\s*$/i.test(cell)
  if (evidence.example === '' || first > 12 !== second > 12) evidence.example = cell.trim()
}

export const isDecided = ({ dayFirst, monthFirst }: DateEvidence): boolean => dayFirst !== monthFirst
export const isNeeded = ({ dayFirst, monthFirst, ambiguous }: DateEvidence): boolean =>
  dayFirst + monthFirst + ambiguous > 0

export type OrderChoice = { readonly order: DateOrder; readonly remark?: string }

/** The order of a column's dates by its own evidence, else by the other columns, else assumed; the remark says which. */
export function chooseOrder(column: string, own: DateEvidence, others: readonly DateEvidence[]): OrderChoice {
  const example = JSON.stringify(own.example)
  if (isDecided(own)) {
    const order = own.dayFirst > own.monthFirst ? 'day-first' : 'month-first'
    const exceptions = Math.min(own.dayFirst, own.monthFirst)
    const rest = exceptions > 0 ? `, though ${exceptions} of the dates examined fit only the other order` : ''
    return { order, remark: `${column}: dates such as ${example} are read ${worded(order)}${rest}.` }
  }
  if (!isNeeded(own)) return { order: 'day-first' }
  const elsewhere = others.reduce((sum, other) => sum + other.dayFirst - other.monthFirst, 0)
  if (elsewhere !== 0) {
    const order = elsewhere > 0 ? 'day-first' : 'month-first'
    return { order, remark: `${column}: dates such as ${example} are read ${worded(order)}, as in the other columns.` }
  }
  const order = own.isTwelveHours ? 'month-first' : 'day-first'
  const remark = `${column}: dates such as ${example} fit both orders and are assumed to be ${worded(order)}; if they are not, set the format in a mapping.`
  return { order, remark }
}

const worded = (order: DateOrder) => (order === 'day-first' ? 'day first' : 'month first')
