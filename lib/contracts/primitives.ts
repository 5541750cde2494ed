import { z } from 'zod'
import { tidyLine, tidyText } from './tidy-text.ts'

// The Content-Security-Policy of pages forbids eval and reports attempts, so zod must not use it in the browser.
if ('document' in globalThis) z.config({ jitless: true })

/** Records have times in these years, whatever their source; another year is a typing or reading error. */
export const firstYear = 1970
export const lastYear = 2100

/** True if a time or date in ISO 8601 is in a year that records may have. */
export const isInRecordedYears = (iso: string): boolean => iso >= String(firstYear) && iso < String(lastYear + 1)

const timestampError = 'must be an ISO 8601 timestamp in UTC, such as 2026-03-01T10:00:00Z'
const dateError = 'must be a calendar date that exists, as YYYY-MM-DD'

/** True if a date or time is in the years 1 to 9999, even after rounding to milliseconds. */
const isInFourDigitYear = (value: string) => !/^(?:0000|9999-12-31T23:59:59\.999[5-9])/.test(value)

export const Timestamp = z.iso
  .datetime({ error: timestampError })
  .refine(isInFourDigitYear, { error: timestampError })
  .meta({ id: 'Timestamp', description: 'A moment: ISO 8601 in UTC, ending in `Z`' })

export const CalendarDate = z.iso
  .date({ error: dateError })
  .refine(isInFourDigitYear, { error: dateError })
  .meta({ id: 'CalendarDate', description: 'A calendar date that exists, as YYYY-MM-DD' })

const InRecordedYears = z.string().refine(isInRecordedYears, {
  error: `must be in the years ${firstYear} to ${lastYear}`,
})

/** A moment that is stored in a record. Filters may name any year. */
export const RecordedTimestamp = Timestamp.pipe(InRecordedYears)

/** A date that is stored in a record. */
export const RecordedDate = CalendarDate.pipe(InRecordedYears)

export const EmailAddress = z
  .email({ error: 'must be an e-mail address, such as ada@example.org' })
  .max(254)
  .meta({ id: 'EmailAddress', description: 'An e-mail address' })

/** Trimmed text of 1 to `max` characters, not all blank. */
export const text = (max: number) => bounded(z.string({ error: 'must be text' }), max)

/** Text stored on one line: line breaks become blanks, control characters and direction marks are removed. */
export const lineText = (max: number) => bounded(z.string({ error: 'must be text' }).overwrite(tidyLine), max)

/** Text of several lines, stored without control characters and direction marks. */
export const blockText = (max: number) => bounded(z.string({ error: 'must be text' }).overwrite(tidyText), max)

const bounded = (schema: z.ZodString, max: number) =>
  schema
    .trim()
    .min(1, { error: 'must not be empty' })
    .max(max, { error: `must have at most ${max.toLocaleString('en')} characters` })
    .meta({ pattern: '\\S' })

/** Controls, marks of writing direction, joiners and fillers. */
const invisible = /^[\p{C}\p{Z}\p{M}\u{115f}\u{1160}\u{2800}\u{3164}\u{ffa0}]*$/u
/** Characters that break a line or change its direction, so that a name can look like another. */
const misleading = /[\p{Cc}\u{61c}\u{200e}\u{200f}\u{2028}-\u{202e}\u{2066}-\u{2069}]/u

/** The identifier of a record: one line of visible text, without surrounding blanks. */
export const identifier = (max: number) =>
  text(max).refine((value) => !/[\p{Cc}\p{Cf}]/u.test(value), { error: 'must not hold control characters' })

/** A name that cannot be mistaken for another: one line of visible text without hidden characters. */
export const nameText = (max: number) =>
  text(max)
    .refine((value) => !invisible.test(value), { error: 'must not be empty' })
    .refine((value) => !misleading.test(value), {
      error: 'must be one line, without control characters and characters that change the direction of text',
    })

/** A whole number from `min` to `max` in a query; other spellings (1e3, 1.0, +1) are rejected. */
export const wholeNumber = (min: number, max: number) => {
  const bounds = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max.toLocaleString('en')}`
  const error = `must be a whole number ${bounds}`
  return z
    .string()
    .regex(/^\d{1,15}$/, { error })
    .transform(Number)
    .pipe(z.number().min(min, { error }).max(max, { error }))
    .meta({ override: { type: 'integer', minimum: min, maximum: Math.min(max, 999_999_999_999_999) } })
}

/** A whole number from `min` to `max` in a body. */
export const whole = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max.toLocaleString('en')}`
  return z.int({ error }).min(min, { error }).max(max, { error })
}

/** A decimal number of at least 0 in a query. */
export const decimalNumber = () => {
  const error = 'must be a decimal number of at least 0, such as 19.99'
  return z
    .string()
    .regex(/^\d{1,12}(\.\d{1,12})?$/, { error })
    .transform(Number)
    .meta({ override: { type: 'number', minimum: 0, maximum: 999_999_999_999 } })
}

type Direction<Field extends string> = Field | `-${Field}`

/** The `sort` parameter: one of the fields, descending with a leading `-`. */
export const sortBy = <const Fields extends readonly [string, ...string[]]>(fields: Fields) => {
  const allowed = fields.flatMap((field) => [field, `-${field}`]) as Direction<Fields[number]>[]
  return z
    .enum(allowed as [Direction<Fields[number]>, ...Direction<Fields[number]>[]], {
      error: `must be one of ${fields.join(', ')}, descending with a leading -`,
    })
    .describe('Field to sort by, descending with a leading `-`. The identifier breaks ties.')
}

/** One of these values, which the error lists. */
export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` })

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}

export const TimeZone = z
  .string({ error: 'must be text' })
  .max(64)
  .refine(isTimeZone, { error: 'must be a time zone, such as Europe/Copenhagen' })
  .meta({ id: 'TimeZone', description: 'A time zone by its IANA name' })

export const Flag = z.boolean({ error: 'must be true or false' })
