import { firstYear, isInRecordedYears, lastYear } from '#lib/contracts/primitives.ts'
import { findWallClock, utcClock, type WallClock } from '#lib/time/wall-clock.ts'
import { AppError } from '#server/platform/errors.ts'
import {
  type DateOrder,
  describeUnknownZone,
  parseDate,
  parseShortYear,
  toWrittenDate,
  type WrittenDate,
} from './date-parts.ts'
import { Fault, isServiceNowValue, quoteCell, readStoredValue, readText } from './text.ts'

export type DateReading = {
  /** The order of day and month; if undefined, a date that fits both is a Fault. */
  readonly order: DateOrder | undefined
  /** True if it is known which of three numbers is the day, and that the last is a year of two digits. */
  readonly hasShortYears: boolean
  /** The format of the mapping; if undefined, every usual format is read. */
  readonly format: DateFormat | undefined
  /** The clock for dates without a zone. */
  readonly clock: WallClock
}

/** Reads a cell as a moment in UTC; stored values of ServiceNow are UTC, whatever the clock. */
export function readMoment(cell: unknown, reading: DateReading): string | Fault {
  const date = readDate(cell, reading)
  if (date instanceof Fault) return date
  const clock = isServiceNowValue(cell) ? utcClock : reading.clock
  const utc = date.offset === undefined ? clock(date.wall) : date.wall - date.offset * 60_000
  const moment = new Date(utc).toISOString()
  return isInRecordedYears(moment) ? moment : createYearFault(cell)
}

/** Reads a cell as a calendar day, YYYY-MM-DD; a time of day is ignored. */
export function readDay(cell: unknown, reading: DateReading): string | Fault {
  const date = readDate(cell, reading)
  return date instanceof Fault ? date : new Date(date.wall).toISOString().slice(0, 10)
}

function readDate(cell: unknown, reading: DateReading): WrittenDate | Fault {
  const text = readText(readStoredValue(cell))
  if (text instanceof Fault) return text
  const date = parse(text, reading)
  if (!date) return new Fault(`${quoteCell(text)} ${explainUnreadable(text, reading)}`)
  if (Number.isNaN(date.wall)) return new Fault(`${quoteCell(text)} is not a date that exists`)
  return isInRecordedYears(new Date(date.wall).toISOString()) ? date : createYearFault(text)
}

const createYearFault = (cell: unknown) =>
  new Fault(`${quoteCell(String(cell))} is outside the years ${firstYear} to ${lastYear}`)

const isPossible = (date: WrittenDate | undefined) => date !== undefined && !Number.isNaN(date.wall)

/** True if a date without a known order means two days. */
const isUnclear = (text: string) => {
  const dayFirst = parseDate(text, 'day-first')
  const monthFirst = parseDate(text, 'month-first')
  return isPossible(dayFirst) && isPossible(monthFirst) && dayFirst?.wall !== monthFirst?.wall
}

function parse(text: string, { order, format, hasShortYears }: DateReading): WrittenDate | undefined {
  if (format) return format(text)
  if (order !== undefined) return parseDate(text, order) ?? (hasShortYears ? parseShortYear(text, order) : undefined)
  if (!/^\d{1,2}[-/.]/.test(text)) return parseDate(text, 'day-first')
  if (isUnclear(text)) return undefined
  const dayFirst = parseDate(text, 'day-first')
  return isPossible(dayFirst) ? dayFirst : (parseDate(text, 'month-first') ?? dayFirst)
}

function explainUnreadable(text: string, { format }: DateReading): string {
  if (format) return 'is not a date in the format of the mapping'
  if (parseShortYear(text, 'day-first') || parseShortYear(text, 'month-first')) {
    return 'has a year of two digits, and nothing in the file shows which number is which; set the format in a mapping, such as dd/MM/yy HH:mm'
  }
  if (isUnclear(text)) return 'may be day first or month first; say it in the mapping, {"date_order": "day-first"}'
  return describeUnknownZone(text) ?? 'is not a date in a known format'
}

/** Returns the clock of a time zone. Throws `invalid_request` for an unknown name. */
export function openClock(zone: string): WallClock {
  const clock = findWallClock(zone)
  if (clock) return clock
  throw new AppError('invalid_request', `There is no time zone ${zone}; use a name such as Europe/Copenhagen.`)
}

const tokens: readonly (readonly [letters: string, pattern: string])[] = [
  ['yyyy', String.raw`(?<year>\d{4})`],
  ['yy', String.raw`(?<year>\d{2})`],
  ['MMM', String.raw`(?<monthName>\p{L}{3,10})\.?`],
  ['MM', String.raw`(?<month>\d{2})`],
  ['M', String.raw`(?<month>\d{1,2})`],
  ['dd', String.raw`(?<day>\d{2})`],
  ['d', String.raw`(?<day>\d{1,2})`],
  ['HH', String.raw`(?<hour>\d{2})`],
  ['H', String.raw`(?<hour>\d{1,2})`],
  ['hh', String.raw`(?<hour>\d{2})`],
  ['h', String.raw`(?<hour>\d{1,2})`],
  ['mm', String.raw`(?<minute>\d{2})`],
  ['ss', String.raw`(?<second>\d{2})`],
  ['SSS', String.raw`(?<fraction>\d{1,3})`],
  ['a', '(?<half>[AaPp])[Mm]'],
  ['XXX', String.raw`(?<zone>[Zz]|[+-]\d{2}:?\d{2})`],
]

/** Reads dates of one format; undefined for any other text. */
type DateFormat = (text: string) => WrittenDate | undefined

/**
 * Creates the reader of a format such as `dd-MM-yyyy HH:mm`, `M/d/yyyy h:mm a` or `dd MMM yyyy`. Tokens: yyyy yy MMM MM
 * M dd d HH H hh h mm ss SSS a XXX (the zone), and text in single quotes. A year of two digits is between 1970 and
 * 2069. Returns undefined for a format that has another letter, repeats a part or lacks the day, month or year.
 */
export function findDateFormat(format: string): DateFormat | undefined {
  let pattern = ''
  for (let rest = format; rest !== ''; ) {
    const token = tokens.find(([letters]) => rest.startsWith(letters))
    const literal = token ? undefined : /^(?:'([^']*)'|([^A-Za-z']))/.exec(rest)
    if (!token && !literal) return undefined
    if (token && pattern.includes(token[1].slice(0, token[1].indexOf('>') + 1))) return undefined
    pattern += token?.[1] ?? RegExp.escape(literal?.[1] ?? literal?.[2] ?? '')
    rest = rest.slice((token ?? literal)?.[0].length)
  }
  if (!['(?<year>', '(?<month', '(?<day>'].every((group) => pattern.includes(group))) return undefined
  const whole = new RegExp(`^${pattern}$`, 'u')
  return (text) => {
    const groups = whole.exec(text)?.groups
    return groups && toWrittenDate(groups)
  }
}
