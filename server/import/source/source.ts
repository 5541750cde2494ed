import { hash } from 'node:crypto'
import { writeCanonicalJson } from '#lib/text/canonical-json.ts'
import { AppError } from '#server/platform/errors.ts'
import { nestsDeeper } from '#server/platform/http/read-body.ts'

/** Maximum characters of a row; a longer one indicates a quote or bracket that is never closed. */
export const maxRowLength = 1_000_000

export type SourceRow = {
  /** 1 for the first row of data. */
  readonly ordinal: number
  /** The line of the file where it begins; 1 is the first. */
  readonly line: number
  /** Cells of a CSV row, or a JSON record; undefined if the row could not be read at all. */
  readonly content: readonly string[] | Readonly<Record<string, unknown>> | undefined
  /** The cells as in the file, if `content` has them without the marks of spreadsheets. */
  readonly raw?: readonly string[] | undefined
  readonly fault?: string
}

/** The cells or the record of a row that could be read. */
export type RowContent = NonNullable<SourceRow['content']>

/** Returns one cell of a row's content; undefined if the row has none. */
export type CellPicker = (content: RowContent) => unknown

/** A file or folder opened for import, or rows in memory. Every call of `rows` reads it from the start. */
export type Source = {
  readonly format: 'CSV' | 'XLSX' | 'JSON' | 'NDJSON' | 'Markdown'
  readonly encoding: string
  /** The columns of the header; null if each row names its own. */
  readonly header: readonly string[] | null
  readonly delimiter?: string
  /** The visible sheets of a workbook, and the one that is read. */
  readonly sheets?: readonly string[]
  readonly sheet?: string | undefined
  /** A sentence about a last line without an end, as the file may have been cut there. */
  readonly openEnd?: string | undefined
  /** Sentences for the report, such as which files were skipped. */
  readonly remarks: readonly string[]
  readonly size: number
  pick(column: string): CellPicker
  /** Yields the rows in portions. `onBytes` receives how many of `size` bytes were read so far. */
  rows(onBytes?: (bytes: number) => void): AsyncGenerator<readonly SourceRow[]>
  /** Describes the place of a row: "line 12", "record 7 (line 90)", "some file.md". */
  place(row: SourceRow): string
}

/** Returns the SHA-256 of the canonical JSON of a row's cells or object, in hexadecimal digits. */
export const digestRow = (row: unknown): string => hash('sha256', writeCanonicalJson(row), 'hex')

/** Within this limit, the cost of a file is proportional to its size, whatever its content. */
export const maxColumns = 1_000

/** Maximum levels of objects and lists in one JSON record. */
const maxDepth = 100

export const depthFault = `nests objects or lists more than ${maxDepth} levels deep`

/**
 * Throws `invalid_request` for a header or a row of a workbook with too many columns; a row is an array up to its last
 * cell, even if it has only that one. `line` is its line in the file.
 */
export function assertColumns(count: number, line: number, what: 'header' | 'row' = 'header'): void {
  if (count <= maxColumns) return
  const [found, most] = [count, maxColumns].map((columns) => columns.toLocaleString('en'))
  throw new AppError('invalid_request', `The ${what} on line ${line} has ${found} columns; a file has at most ${most}.`)
}

export const isDeepText = (text: string): boolean => nestsDeeper(text, maxDepth)

export function isDeepValue(value: unknown, levels = maxDepth): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((member) => isDeepValue(member, levels - 1))
}

/** Normalises a column name for comparison: `sysCreatedOn` and "Sys Created On" become `sys_created_on`. Dots stay. */
export const foldColumnName = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, '_')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]+/gu, '_')
    .replace(/^_+|_+$/g, '')

/** True if the name of a column states that its times are in UTC: "created_at (UTC)". */
export const isUtcColumn = (name: string): boolean => /\(UTC\)$/i.test(name)

/** Removes the zone from the end of a column's name. */
export const removeZone = (name: string): string =>
  isUtcColumn(name) ? name.slice(0, -'(UTC)'.length).trimEnd() : name

/** Members that hold the text in objects of Jira and similar systems, the preferred one last. */
const textMembers = ['key', 'value', 'name', 'display_name', 'email_address']

/** Maps folded names to columns; `fields.assignee.displayName` is also found as `assignee`. */
export function mapColumnNames(columns: readonly string[]): Map<string, string> {
  const columnsByName = columns.toReversed().map((column) => [foldColumnName(removeZone(column)), column] as const)
  const short = textMembers.flatMap((member) =>
    columnsByName.flatMap(([name, column]) =>
      name.endsWith(`.${member}`) ? [[trimPrefix(name).slice(0, -member.length - 1), column] as const] : [],
    ),
  )
  return new Map([
    ...short,
    ...columnsByName.map(([name, column]) => [trimPrefix(name), column] as const),
    ...columnsByName,
  ])
}

/** Removes the member in which Jira, BMC Helix and JSON:API keep all fields of a record. */
const trimPrefix = (name: string) => name.replace(/^(?:fields|values|attributes)\./, '')

/** Gives the columns of a header unique names; empty and repeated names are numbered. */
export function nameColumns(header: readonly string[]): { names: string[]; remarks: string[] } {
  const names = new Set<string>()
  const copies = new Map<string, number>()
  const remarks: string[] = []
  for (const [index, cell] of header.entries()) {
    const name = cell.replaceAll('\0', '').trim() || `column ${index + 1}`
    let unique = name
    for (let copy = copies.get(name) ?? 2; names.has(unique); copy += 1) {
      unique = `${name} (${copy})`
      copies.set(name, copy + 1)
    }
    if (unique !== name) remarks.push(`The header names ${name} more than once; the later one is called "${unique}".`)
    names.add(unique)
  }
  return { names: [...names], remarks }
}
