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

const time = String.raw`(?:[T ,]\s*(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?\s*(?<half>[ap])?\.?(?:m\.?)?\s*(?<zone>z|utc|gmt|[+-]\d{2}:?(?:\d{2})?)?)?`
const [year, month, day] = [String.raw`(?<year>\d{4})`, String.raw`(?<month>\d{1,2})`, String.raw`(?<day>\d{1,2})`]
const [weekday, monthName, mark] = ['(?:[a-z]{3,9},? )?', '(?<monthName>[a-z]{3,9})', '(?<mark>[-/.])']

const patterns = (numeric: string) =>
  [
    String.raw`${year}${mark}${month}\k<mark>${day}`,
    String.raw`${numeric}\k<mark>${year}`,
    String.raw`${weekday}${day}\.?[-/ ]${monthName}\.?[-/, ] ?${year}`,
    String.raw`${weekday}${monthName}\.? ${day}(?:st|nd|rd|th)?,? ${year}`,
  ].map((date) => new RegExp(`^${date}${time}$`, 'i'))

const usualPatterns: Readonly<Record<DateOrder, readonly RegExp[]>> = {
  'day-first': patterns(`${day}${mark}${month}`),
  'month-first': patterns(`${month}${mark}${day}`),
}

const months = 'january february march april may june july august september october november december'.split(' ')

/** The number of an English month name or its first three or more letters; undefined for another word. */
export function monthNumber(word: string): number | undefined {
  const index = word.length < 3 ? -1 : months.findIndex((name) => name.startsWith(word.toLowerCase()))
  return index < 0 ? undefined : index + 1
}

/**
 * Parses a written date: ISO 8601, 29-02-2016 01:16, 2/29/2016 1:16 PM, 29 Feb 2016, February 29, 2016; a number of
 * seconds or milliseconds since 1970; the day number of a spreadsheet, from 1954 (20000) to 2119 (79999).
 */
export function parseDate(text: string, order: DateOrder): DateParts | undefined {
  const unit = numericDate(text)
  if (unit) return partsOfNumber(text, unit)
  for (const pattern of usualPatterns[order]) {
    const groups = pattern.exec(text)?.groups
    if (groups) return partsOf(groups)
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
    ...{ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() },
    ...{ hour: date.getUTCHours(), minute: date.getUTCMinutes(), second: date.getUTCSeconds() },
    ...{ millisecond: date.getUTCMilliseconds(), offset },
  }
}

/** The parts of a date from the named groups of a pattern. A year of two digits is between 1970 and 2069. */
export function partsOf(groups: Partial<Record<string, string>>): DateParts | undefined {
  const { year = '', monthName, minute = 0, second = 0, fraction = '', zone } = groups
  const month = monthName === undefined ? Number(groups.month) : monthNumber(monthName)
  const hour = hourOfDay(Number(groups.hour ?? 0), groups.half)
  if (month === undefined || hour === undefined) return undefined
  return {
    year: Number(year) + (year.length > 2 ? 0 : Number(year) < 70 ? 2000 : 1900),
    ...{ month, day: Number(groups.day), hour, minute: Number(minute), second: Number(second) },
    millisecond: Number(fraction.slice(0, 3).padEnd(3, '0')),
    offset: zone === undefined ? undefined : offsetMinutes(zone),
  }
}

/** The hour of the 24-hour clock for an hour with `a` (before noon), `p` or neither. */
function hourOfDay(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour
  if (hour < 1 || hour > 12) return undefined
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
}

/** Minutes east of UTC of `Z`, `UTC`, `+01:00`, `+0100` or `+01`; NaN for 60 minutes or more after the hour. */
function offsetMinutes(zone: string): number {
  if (!/^[+-]/.test(zone)) return 0
  const minutes = Number(zone.slice(3).replace(':', '') || 0)
  if (minutes > 59) return Number.NaN
  const offset = Number(zone.slice(1, 3)) * 60 + minutes
  return zone.startsWith('-') ? -offset : offset
}

const daysInMonth = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** The greatest offset in use, that of Kiritimati: 14 hours, in minutes. */
const maxOffset = 14 * 60

/** Whether date, time and offset exist; years from 1000 to 9999. */
export function exists({ year, month, day, hour, minute, second, offset = 0 }: DateParts): boolean {
  if (!(Math.abs(offset) <= maxOffset)) return false
  if (year < 1000 || month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return false
  return day <= 28 || day <= daysInMonth(year, month)
}
