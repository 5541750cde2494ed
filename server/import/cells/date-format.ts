import { type DateParts, toDateParts } from './date-parts.ts'

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
export type DateFormat = (text: string) => DateParts | undefined

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
    return groups && toDateParts(groups)
  }
}
