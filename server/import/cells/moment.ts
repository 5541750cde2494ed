import { firstYear, isInRecordedYears, lastYear } from '#lib/contracts/primitives.ts'
import { utcClock, type WallClock } from '#lib/time/wall-clock.ts'
import type { DateFormat } from './date-format.ts'
import { type DateOrder, type DateParts, isExistingDate, parseDate, parseShortYear } from './date-parts.ts'
import { Fault, quoteCell } from './fault.ts'
import { isServiceNowValue, readStoredValue } from './servicenow-value.ts'
import { readText } from './text.ts'
import { describeUnknownZone } from './zone-names.ts'

/** Settings for reading the dates of a column. */
export type DateReading = {
  readonly order: DateOrder
  /** True if the file shows which of three numbers is the day, and that the last is a year of two digits. */
  readonly hasShortYears: boolean
  /** The format of the mapping; if undefined, every usual format is read. */
  readonly format: DateFormat | undefined
  /** The clock for dates without a zone. */
  readonly clock: WallClock
}

/**
 * Reads a cell as a moment in UTC: `2016-02-29T01:16:00.000Z`. Stored values of ServiceNow are UTC, whatever the clock.
 */
export function readMoment(cell: unknown, reading: DateReading): string | Fault {
  const parts = readParts(cell, reading)
  if (parts instanceof Fault) return parts
  const wall = Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second)
  const clock = isServiceNowValue(cell) ? utcClock : reading.clock
  const utc = parts.offset === undefined ? clock(wall) : wall - parts.offset * 60_000
  const moment = new Date(utc + parts.millisecond).toISOString()
  return isInRecordedYears(moment) ? moment : createYearFault(cell)
}

/** Reads a cell as a calendar day, YYYY-MM-DD; a time of day is ignored. */
export function readDay(cell: unknown, reading: DateReading): string | Fault {
  const parts = readParts(cell, reading)
  if (parts instanceof Fault) return parts
  const { year, month, day } = parts
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

function readParts(cell: unknown, reading: DateReading): DateParts | Fault {
  const text = readText(readStoredValue(cell))
  if (text instanceof Fault) return text
  const parts = parse(text, reading)
  if (!parts) return new Fault(`${quoteCell(text)} ${explainUnreadable(text, reading)}`)
  if (!isExistingDate(parts)) return new Fault(`${quoteCell(text)} is not a date that exists`)
  return parts.year >= firstYear && parts.year <= lastYear ? parts : createYearFault(text)
}

const createYearFault = (cell: unknown) =>
  new Fault(`${quoteCell(String(cell))} is outside the years ${firstYear} to ${lastYear}`)

function parse(text: string, { order, format, hasShortYears }: DateReading): DateParts | undefined {
  if (format) return format(text)
  return parseDate(text, order) ?? (hasShortYears ? parseShortYear(text, order) : undefined)
}

function explainUnreadable(text: string, { order, format }: DateReading): string {
  if (format) return 'is not a date in the format of the mapping'
  if (parseShortYear(text, order) || parseShortYear(text, otherOrder[order])) {
    return 'has a year of two digits, and nothing in the file shows which number is which; set the format in a mapping, such as dd/MM/yy HH:mm'
  }
  return describeUnknownZone(text) ?? 'is not a date in a known format'
}

const otherOrder = { 'day-first': 'month-first', 'month-first': 'day-first' } as const
