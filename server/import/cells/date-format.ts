import { type DateParts, monthNumber, offsetMinutes, onTheClock } from './date-parts.ts'

type Field = 'year' | 'month' | 'monthName' | 'day' | 'hour' | 'minute' | 'second' | 'fraction' | 'half' | 'zone'

const tokens: readonly (readonly [letters: string, field: Field, pattern: string])[] = [
  ['yyyy', 'year', String.raw`\d{4}`],
  ['yy', 'year', String.raw`\d{2}`],
  ['MMM', 'monthName', '[A-Za-z]{3,9}'],
  ['MM', 'month', String.raw`\d{2}`],
  ['M', 'month', String.raw`\d{1,2}`],
  ['dd', 'day', String.raw`\d{2}`],
  ['d', 'day', String.raw`\d{1,2}`],
  ['HH', 'hour', String.raw`\d{2}`],
  ['H', 'hour', String.raw`\d{1,2}`],
  ['hh', 'hour', String.raw`\d{2}`],
  ['h', 'hour', String.raw`\d{1,2}`],
  ['mm', 'minute', String.raw`\d{2}`],
  ['ss', 'second', String.raw`\d{2}`],
  ['SSS', 'fraction', String.raw`\d{1,3}`],
  ['a', 'half', '[AaPp](?=[Mm])[Mm]'],
  ['XXX', 'zone', String.raw`[Zz]|[+-]\d{2}:?\d{2}`],
]

/** Reads dates written in one way; undefined for text written in another. */
export type DateFormat = (text: string) => DateParts | undefined

/**
 * The reader of a format such as `dd-MM-yyyy HH:mm`, `M/d/yyyy h:mm a` or `dd MMM yyyy`: yyyy yy MMM MM M dd d HH H hh h
 * mm ss SSS a XXX (the zone), with text in single quotes. A year of two digits is of 1970 to 2069.
 * Undefined for a format that has a letter beside these or does not tell the day.
 */
export function findDateFormat(format: string): DateFormat | undefined {
  const fields: Field[] = []
  let pattern = ''
  let rest = format
  while (rest !== '') {
    const token = tokens.find(([letters]) => rest.startsWith(letters))
    const literal = token ? undefined : /^(?:'([^']*)'|([^A-Za-z']))/.exec(rest)
    if (token) {
      fields.push(token[1])
      pattern += `(${token[2]})`
      rest = rest.slice(token[0].length)
    } else if (literal) {
      pattern += RegExp.escape(literal[1] ?? literal[2] ?? '')
      rest = rest.slice(literal[0].length)
    } else return undefined
  }
  const told = new Set(fields)
  const isDay = told.has('year') && told.has('day') && (told.has('month') || told.has('monthName'))
  if (!isDay || told.size < fields.length) return undefined
  const whole = new RegExp(`^${pattern}$`)
  return (text) => {
    const match = whole.exec(text)
    return match ? assemble(Object.fromEntries(fields.map((field, index) => [field, match[index + 1]]))) : undefined
  }
}

function assemble(read: Partial<Record<Field, string>>): DateParts | undefined {
  const month = read.monthName === undefined ? Number(read.month) : monthNumber(read.monthName)
  const hour = onTheClock(Number(read.hour ?? 0), read.half?.charAt(0))
  if (month === undefined || hour === undefined) return undefined
  const { year = '', day, minute = 0, second = 0, fraction = '', zone } = read
  return {
    year: year.length === 2 ? Number(year) + (Number(year) < 70 ? 2000 : 1900) : Number(year),
    ...{ month, day: Number(day), hour, minute: Number(minute), second: Number(second) },
    millisecond: Number(fraction.padEnd(3, '0')),
    offset: zone === undefined ? undefined : offsetMinutes(zone),
  }
}
