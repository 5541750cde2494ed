import { isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import { tidyLine, tidyText } from '#lib/contracts/tidy-text.ts'
import { humaniseKey } from '#lib/text/humanise-key.ts'
import type { DateReading } from '#server/import/cells/moment.ts'
import {
  Fault,
  isServiceNowValue,
  quoteCell,
  readDisplayedValue,
  readStoredValue,
  readText,
} from '#server/import/cells/text.ts'
import { type CellPicker, foldColumnName, type RowContent } from '#server/import/source/source.ts'
import type { FieldSpecs, RowRemarks, TargetFieldSpec } from '#server/import/targets/target.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Feed } from './plan-feeds.ts'

/** The values of a row by field, without empty ones, and the reasons why others could not be read. */
export type ReadRow = { readonly values: Record<string, unknown>; readonly issues: readonly string[] }

type ReaderOptions = {
  readonly specs: FieldSpecs
  readonly feeds: readonly Feed[]
  readonly empties: ReadonlySet<string>
  /** Called for each cell with one of these texts, if no mapping names them. */
  readonly onEmptyWord?: (word: string) => void
  readonly remarks: RowRemarks
  pick(column: string): CellPicker
  /** Returns the settings for reading the dates of a feed. */
  dates(feed: Feed): DateReading
}

/** Creates the reader for the rows of a file. Throws `invalid_request` if a default of the mapping cannot be read. */
export function createRowReader(options: ReaderOptions): (content: RowContent) => ReadRow {
  const readers = options.feeds.flatMap((feed) => {
    const spec = options.specs[feed.field]
    return spec
      ? [{ field: feed.field, spec, label: labelFeed(feed), read: createFieldReader(feed, spec, options) }]
      : []
  })
  return (content) => {
    const values: Record<string, unknown> = {}
    const issues: string[] = []
    for (const { field, spec, label, read } of readers) {
      const value = tidyValue(read(content), label, spec, options.remarks)
      if (value instanceof Fault && spec.isLenient) {
        options.remarks.add(`${label} is left empty where it cannot be read`, value.issue)
      } else if (value instanceof Fault) issues.push(`${label}: ${value.issue}`)
      else if (value !== undefined) {
        values[field] = value
        const doubt = spec.doubt?.(value)
        if (doubt !== undefined) options.remarks.count(`${label} ${doubt}`, quoteCell(String(value)))
      } else if (spec.isRequired) issues.push(`${label} is empty`)
    }
    return { values, issues }
  }
}

/** Cleans a text, or the texts of a list, for storing, with a remark about changes and suspicious characters. */
function tidyValue(value: unknown, label: string, spec: TargetFieldSpec, remarks: RowRemarks): unknown {
  if (Array.isArray(value)) return value.flatMap((item) => tidyValue(item, label, spec, remarks) ?? [])
  if (typeof value !== 'string') return value
  const tidy = (spec.isMultiLine ? tidyText(value) : tidyLine(value)).trim()
  if (tidy !== value)
    remarks.add(`${label} is stored ${spec.isMultiLine ? '' : 'on one line, '}${tidyWords}`, quoteCell(tidy))
  const decoded = decodeDoubleEncoded(tidy)
  if (decoded !== undefined)
    remarks.add(`${label} looks encoded twice and is kept as it is`, `${quoteCell(tidy)} for ${quoteCell(decoded)}`)
  return tidy === '' ? undefined : tidy
}

const tidyWords = 'without control characters and marks of writing direction'

function createFieldReader(
  feed: Feed,
  spec: TargetFieldSpec,
  options: ReaderOptions,
): (content: RowContent) => unknown {
  const pickers = feed.columns.map((column) => options.pick(column))
  const dates = options.dates(feed)
  const isEmpty = createEmptyTest(spec, dates, options)
  const fallback = readFallback(feed, spec, dates)
  const translate = createTranslator(
    feed.values,
    spec.isFreeText ? [readDisplayedValue] : [readDisplayedValue, readStoredValue],
  )
  const read = (cell: unknown): unknown => {
    const meaning = translate(cell)
    return isEmpty(meaning) ? fallback : spec.read(meaning, dates)
  }
  const separator = feed.join
  if (separator !== null) {
    return (content) => {
      const texts: string[] = []
      for (const pick of pickers) {
        const cell = pick(content)
        if (isEmpty(cell)) continue
        const text = readText(cell)
        if (text instanceof Fault) return text
        texts.push(text)
      }
      return texts.length === 0 ? fallback : read(texts.join(separator))
    }
  }
  return (content) => {
    for (const pick of pickers) {
      const cell = pick(content)
      if (!isEmpty(cell)) return read(cell)
    }
    return fallback
  }
}

function readFallback(feed: Feed, spec: TargetFieldSpec, dates: DateReading): unknown {
  if (feed.default === null) return undefined
  const value = spec.read(String(feed.default), dates)
  if (!(value instanceof Fault)) return value
  throw new AppError('invalid_request', `The default of ${feed.field} in the mapping: ${value.issue}.`)
}

/** Creates a function that replaces the words of a mapping, as they are in one of the views of a cell. */
function createTranslator(
  values: Feed['values'],
  views: readonly ((cell: unknown) => unknown)[],
): (cell: unknown) => unknown {
  const meanings = new Map(Object.entries(values).map(([word, meaning]) => [word.trim().toLowerCase(), meaning]))
  if (meanings.size === 0) return (cell) => cell
  return (cell) => {
    for (const view of views) {
      const key = String(view(cell)).trim().toLowerCase()
      if (meanings.has(key)) return meanings.get(key)
    }
    return cell
  }
}

/** Checks the first character before trimming, as most cells begin with an ASCII letter. */
function isBlank(cell: string): boolean {
  const code = cell.charCodeAt(0)
  return !(code > 32 && code < 127) && cell.trim() === ''
}

/** Creates the test for empty cells. A word for empty is still a value of an enumeration that has it, as a minus. */
function createEmptyTest(
  spec: TargetFieldSpec,
  dates: DateReading,
  { empties, onEmptyWord }: ReaderOptions,
): (cell: unknown) => boolean {
  const words = new Set(
    [...empties].filter((word) => !onEmptyWord || !spec.values || spec.read(word, dates) instanceof Fault),
  )
  const isEmptyWord = (cell: string): boolean => {
    const word = words.has(cell) ? cell : cell.trim()
    if (!words.has(word)) return false
    onEmptyWord?.(word)
    return true
  }
  const isEmpty = (cell: unknown): boolean => {
    if (typeof cell === 'string') return isBlank(cell) || (words.size > 0 && isEmptyWord(cell))
    if (cell === undefined || cell === null) return true
    if (isServiceNowValue(cell)) return isEmpty(cell.value) && isEmpty(cell.display_value)
    return Array.isArray(cell) && cell.length === 0
  }
  return isEmpty
}

/** Names a field in a message as the pages do, with its column if that has another name. */
export function labelFeed({ field, columns }: Feed): string {
  const [column = field] = columns
  const label = humaniseKey(field)
  return columns.length === 1 && foldColumnName(column) === field
    ? label
    : `${label} (${columns.map(quoteCell).join(', ')})`
}

/** Matches a lead byte of UTF-8 that was read as windows-1252, followed by another letter beyond ASCII. */
const looksEncodedTwice = /[\u00c2-\u00f4][\u0080-\uffff]/

/** Decodes a text that was once read as windows-1252: "Größe" for "GrÃ¶ÃŸe"; undefined for any other. */
function decodeDoubleEncoded(text: string): string | undefined {
  if (!looksEncodedTwice.test(text)) return undefined
  const bytes = iconv.encode(text, 'windows-1252')
  if (!isUtf8(bytes) || iconv.decode(bytes, 'windows-1252') !== text) return undefined
  return bytes.toString()
}
