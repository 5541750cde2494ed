/**
 * A date as written: its time on the wall in milliseconds, as if it was UTC, and NaN if there is no such date or time;
 * and the offset of its zone in minutes, undefined without a zone.
 */
export type WrittenDate = { readonly wall: number; readonly offset: number | undefined }

/** The order of the two leading numbers in a date such as 03-04-2016. */
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

/** Dates of three numbers with a year of two digits at the end. */
const shortPatterns: Readonly<Record<DateOrder, readonly RegExp[]>> = {
  'day-first': compilePatterns([String.raw`${dayFirst}\k<mark>${shortYear}`]),
  'month-first': compilePatterns([String.raw`${monthFirst}\k<mark>${shortYear}`]),
}

/**
 * Parses a written date: ISO 8601, 29-02-2016 01:16, 2/29/2016 1:16 PM, 29 Feb 2016, 05/Mar/26, February 29, 2016; a
 * number of seconds or milliseconds since 1970; the day number of a spreadsheet, from 1954 (20000) to 2119 (79999).
 * Returns undefined for three numbers with a year of two digits: see `parseShortYear`.
 */
export function parseDate(text: string, order: DateOrder): WrittenDate | undefined {
  const unit = findNumericUnit(text)
  return unit ? convertNumber(text, unit) : matchFirst(usualPatterns[order], text)
}

/** Parses 31/12/26 10:00: three numbers, of which the last is the year. */
export const parseShortYear = (text: string, order: DateOrder): WrittenDate | undefined =>
  matchFirst(shortPatterns[order], text)

function matchFirst(patterns: readonly RegExp[], text: string): WrittenDate | undefined {
  for (const pattern of patterns) {
    const groups = pattern.exec(text)?.groups
    if (groups) return toWrittenDate(groups)
  }
  return undefined
}

/** Returns the unit of a number in a column of dates; undefined for any other text. */
export function findNumericUnit(
  text: string,
): 'seconds since 1970' | 'milliseconds since 1970' | 'days of a spreadsheet' | undefined {
  if (/^\d{13}$/.test(text)) return 'milliseconds since 1970'
  if (/^\d{10}(?:\.\d{1,9})?$/.test(text)) return 'seconds since 1970'
  return /^[2-7]\d{4}(?:[.,]\d{1,15})?$/.test(text) ? 'days of a spreadsheet' : undefined
}

function convertNumber(text: string, unit: NonNullable<ReturnType<typeof findNumericUnit>>): WrittenDate {
  const value = Number(text.replace(',', '.'))
  if (unit === 'milliseconds since 1970') return { wall: value, offset: 0 }
  if (unit === 'seconds since 1970') return { wall: Math.round(value * 1000), offset: 0 }
  // Spreadsheets count days of local time from 1899-12-30, which is 25,569 days before 1970.
  return { wall: Math.round((value - 25_569) * 86_400) * 1000, offset: undefined }
}

/** Builds a date from the named groups of a pattern. A year of two digits is between 1970 and 2069. */
export function toWrittenDate(groups: Partial<Record<string, string>>): WrittenDate | undefined {
  const { year = '', monthName, second = 0, fraction = '', zone = groups.bracketedZone } = groups
  const month = monthName === undefined ? Number(groups.month) : findMonthNumber(monthName)
  const hour = toHourOfDay(Number(groups.hour ?? 0), groups.half)
  const offset = zone === undefined ? undefined : parseOffsetMinutes(zone)
  if (month === undefined || hour === undefined || (zone !== undefined && offset === undefined)) return undefined
  const fullYear = Number(year) + (year.length > 2 ? 0 : Number(year) < 70 ? 2000 : 1900)
  const day = Number(groups.day)
  const minute = Number(groups.minute ?? 0)
  const at = new Date(0)
  at.setUTCFullYear(fullYear, month - 1, day)
  at.setUTCHours(hour, minute, Number(second), Number(fraction.slice(0, 3).padEnd(3, '0')))
  // A part that is too great makes a greater one differ.
  const exists = at.getUTCMonth() === month - 1 && at.getUTCDate() === day && at.getUTCMinutes() === minute
  return { wall: exists && fullYear > 0 && Math.abs(offset ?? 0) <= maxOffset ? at.getTime() : Number.NaN, offset }
}

/** Converts an hour with `a` (before noon), `p` or neither to the 24-hour clock; undefined if it is invalid. */
function toHourOfDay(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour
  if (hour < 1 || hour > 12) return undefined
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
}

/** The greatest offset in use, in minutes: 14 hours, of Kiritimati. */
const maxOffset = 14 * 60

/** The months in English, German, French, Dutch and Spanish. */
const languages = [
  'january february march april may june july august september october november december',
  'januar februar märz april mai juni juli august september oktober november dezember',
  'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  'januari februari maart april mei juni juli augustus september oktober november december',
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
].map((names) => names.split(' '))

/** Finds a month by its name or at least three first letters; undefined for one such as `jui` that fits several. */
export function findMonthNumber(word: string): number | undefined {
  const start = word.normalize('NFC').toLowerCase().replace(/^mrt$/, 'maart')
  if (start.length < 3) return undefined
  const months = new Set(
    languages.flatMap((names) => names.flatMap((name, index) => (name.startsWith(start) ? [index + 1] : []))),
  )
  return months.size === 1 ? [...months][0] : undefined
}

/** Abbreviations of zones with one usual meaning, and their minutes east of UTC. */
const zoneNames: Readonly<Record<string, number>> = Object.fromEntries(
  `z 0, utc 0, gmt 0, wet 0, west 60, cet 60, mez 60, cest 120, mesz 120, eet 120, eest 180, msk 180, est -300, edt -240,
  cdt -300, mst -420, mdt -360, pst -480, pdt -420, jst 540, aest 600, aedt 660, nzst 720, nzdt 780`
    .split(/,\s+/)
    .map((zone) => zone.split(' '))
    .map(([name = '', minutes]) => [name, Number(minutes)]),
)

/** Abbreviations that several zones share, with their possible meanings. */
const sharedNames: Readonly<Record<string, string>> = {
  cst: 'American or Chinese',
  bst: 'British or Bangladeshi',
  ist: 'Indian, Irish or Israeli',
  ast: 'Atlantic or Arabian',
  amt: 'Amazonian or Armenian',
}

/** Returns the minutes east of UTC of `Z`, `+01:00`, `+1`, `UTC-05:00` or `CEST`; NaN for an invalid offset. */
function parseOffsetMinutes(zone: string): number | undefined {
  const utcOffset = /^(?:utc|gmt)?\s?([+-])(\d{1,2}):?(\d{2})?$/i.exec(zone)
  if (!utcOffset) return zoneNames[zone.toLowerCase()]
  const minutes = Number(utcOffset[3] ?? 0)
  if (minutes > 59) return Number.NaN
  const offset = Number(utcOffset[2]) * 60 + minutes
  return utcOffset[1] === '-' ? -offset : offset
}

/** Describes an ambiguous zone at the end of a date; undefined if there is none or it is known. */
export function describeUnknownZone(text: string): string | undefined {
  const name = /\d\s?\(?([a-z]{3,5})\)?$/i.exec(text)?.[1]
  if (name === undefined || Object.hasOwn(zoneNames, name.toLowerCase())) return undefined
  const meanings = sharedNames[name.toLowerCase()]
  if (meanings === undefined) return undefined
  return `names the zone ${name.toUpperCase()}, which may be ${meanings}; write the offset, such as +01:00`
}
