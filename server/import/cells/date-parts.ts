import { monthNumber } from './month-names.ts'
import { offsetMinutes } from './zone-names.ts'

/** A date as written, not yet checked against the calendar. The offset is in minutes; undefined without a zone. */
export type DateParts = {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  millisecond: number
  offset: number | undefined
}

/** Which of the two leading numbers of 03-04-2016 is the day. */
export type DateOrder = 'day-first' | 'month-first'

const zone = String.raw`(?:utc|gmt)?\s?[+-]\d{1,2}:?(?:\d{2})?|[a-z]{1,5}`
const time = String.raw`(?:[T ,]\s*(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?\s*(?:(?<half>[ap])\.?(?:m\.?)?(?![a-z]))?\s*(?:(?<zone>${zone})|\((?<bracketedZone>${zone})\))?)?`
const year = String.raw`(?<year>\d{4})`
const month = String.raw`(?<month>\d{1,2})`
const day = String.raw`(?<day>\d{1,2})`
const shortYear = String.raw`(?<year>\d{2})`
const monthName = String.raw`(?<monthName>\p{L}{3,10})`
const weekday = String.raw`(?:\p{L}{3,10},? )?`
const mark = '(?<mark>[-/.])'

const compilePatterns = (dates: readonly string[]) => dates.map((date) => new RegExp(`^${date}${time}$`, 'iu'))

const patterns = (numeric: string) =>
  compilePatterns([
    String.raw`${year}${mark}${month}\k<mark>${day}`,
    String.raw`${numeric}\k<mark>${year}`,
    String.raw`${weekday}${day}\.?[\-\/ ]${monthName}\.?[\-\/, ] ?${year}`,
    String.raw`${weekday}${monthName}\.? ${day}(?:st|nd|rd|th)?,? ${year}`,
    String.raw`${day}(?<mark>[\-\/ ])${monthName}\.?\k<mark>${shortYear}`,
  ])

const dayFirst = `${day}${mark}${month}`
const monthFirst = `${month}${mark}${day}`
const usualPatterns: Readonly<Record<DateOrder, readonly RegExp[]>> = {
  'day-first': patterns(dayFirst),
  'month-first': patterns(monthFirst),
}

/** Three numbers, of which the last is a year of two digits. */
const shortPatterns: Readonly<Record<DateOrder, readonly RegExp[]>> = {
  'day-first': compilePatterns([String.raw`${dayFirst}\k<mark>${shortYear}`]),
  'month-first': compilePatterns([String.raw`${monthFirst}\k<mark>${shortYear}`]),
}

/**
 * Parses a written date: ISO 8601, 29-02-2016 01:16, 2/29/2016 1:16 PM, 29 Feb 2016, 05/Mar/26, February 29, 2016; a
 * number of seconds or milliseconds since 1970; the day number of a spreadsheet, from 1954 (20000) to 2119 (79999). A
 * date of three numbers with a year of two digits is undefined: see `parseShortYear`.
 */
export function parseDate(text: string, order: DateOrder): DateParts | undefined {
  const unit = numericDate(text)
  return unit ? partsOfNumber(text, unit) : firstMatch(usualPatterns[order], text)
}

/** Parses 31/12/26 10:00: three numbers, of which the last is the year. */
export const parseShortYear = (text: string, order: DateOrder): DateParts | undefined =>
  firstMatch(shortPatterns[order], text)

function firstMatch(patterns: readonly RegExp[], text: string): DateParts | undefined {
  for (const pattern of patterns) {
    const groups = pattern.exec(text)?.groups
    if (groups) return toDateParts(groups)
  }
  return undefined
}

/** What a number is in a column of dates; undefined for any other text. */
export function numericDate(
  text: string,
): 'seconds since 1970' | 'milliseconds since 1970' | 'days of a spreadsheet' | undefined {
  if (/^\d{13}$/.test(text)) return 'milliseconds since 1970'
  if (/^\d{10}(?:\.\d{1,9})?$/.test(text)) return 'seconds since 1970'
  return /^[2-7]\d{4}(?:[.,]\d{1,15})?$/.test(text) ? 'days of a spreadsheet' : undefined
}

function partsOfNumber(text: string, unit: NonNullable<ReturnType<typeof numericDate>>): DateParts {
  const value = Number(text.replace(',', '.'))
  if (unit === 'milliseconds since 1970') return partsOfMoment(value, 0)
  if (unit === 'seconds since 1970') return partsOfMoment(Math.round(value * 1000), 0)
  // Spreadsheets count days of local time from 1899-12-30, which is 25,569 days before 1970.
  return partsOfMoment(Math.round((value - 25_569) * 86_400) * 1000, undefined)
}

function partsOfMoment(milliseconds: number, offset: number | undefined): DateParts {
  const date = new Date(milliseconds)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    millisecond: date.getUTCMilliseconds(),
    offset,
  }
}

/** The parts of a date from the named groups of a pattern. A year of two digits is between 1970 and 2069. */
export function toDateParts(groups: Partial<Record<string, string>>): DateParts | undefined {
  const { year = '', monthName, minute = 0, second = 0, fraction = '', zone = groups.bracketedZone } = groups
  const month = monthName === undefined ? Number(groups.month) : monthNumber(monthName)
  const hour = hourOfDay(Number(groups.hour ?? 0), groups.half)
  const offset = zone === undefined ? undefined : offsetMinutes(zone)
  if (month === undefined || hour === undefined || (zone !== undefined && offset === undefined)) return undefined
  return {
    year: Number(year) + (year.length > 2 ? 0 : Number(year) < 70 ? 2000 : 1900),
    month,
    day: Number(groups.day),
    hour,
    minute: Number(minute),
    second: Number(second),
    millisecond: Number(fraction.slice(0, 3).padEnd(3, '0')),
    offset,
  }
}

/** The hour of the 24-hour clock for an hour with `a` (before noon), `p` or neither. */
function hourOfDay(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour
  if (hour < 1 || hour > 12) return undefined
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
}

const daysInMonth = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** The greatest offset in use, that of Kiritimati: 14 hours, in minutes. */
const maxOffset = 14 * 60

/** Whether date, time and offset exist. */
export function exists({ year, month, day, hour, minute, second, offset = 0 }: DateParts): boolean {
  if (!(Math.abs(offset) <= maxOffset)) return false
  if (year < 1 || month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return false
  return day <= 28 || day <= daysInMonth(year, month)
}
