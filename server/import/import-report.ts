import { type FileHandle, open, rm } from 'node:fs/promises'
import type { ImportRecord, ImportResult, Mapping } from '#lib/contracts/import-records.ts'
import { type ImportKind, maxListedRefusals } from '#lib/contracts/import-values.ts'
import type { PersonResolution } from '#lib/domain/four-eyes/person-index.ts'
import { humaniseKey } from '#lib/text/humanise-key.ts'
import { resolveTexts } from '#server/people/person-resolver.ts'
import type { Queryable, Transaction } from '#server/platform/db/client.ts'
import { writeCsv } from '#server/platform/files/csv-text.ts'
import type { StagedRow } from './database/staging.ts'
import { lineColumn, reasonColumn } from './source/csv-source.ts'
import type { Source, SourceRow } from './source/source.ts'
import type { Target } from './targets/target.ts'

export type ImportOptions = {
  /** The path of a file, or of a folder of articles. */
  readonly path: string
  readonly entity: ImportKind
  readonly id?: string
  readonly mapping?: Mapping
  readonly isDryRun?: boolean
  /** Returns the path for the file of refused rows; if undefined, they are not written. */
  readonly refusedPath?: (extension: 'csv' | 'ndjson') => string
  /** Called at the end of the transaction, to write more in it. If it throws, nothing is written. */
  readonly onWritten?: (tx: Transaction, summary: ImportSummary) => Promise<void>
  /** Called if the import must wait for another one that writes to the same tables. */
  readonly onWait?: () => void
  readonly signal?: AbortSignal
}

/** Progress of an import; `done` and `total` are bytes while reading, records while writing. */
export type ImportProgress = NonNullable<ImportRecord['progress']> & { readonly rows: number; readonly refused: number }

export type ReportProgress = (change: Partial<ImportProgress>) => void

export type ImportSummary = {
  readonly id: string
  readonly entity: ImportKind
  readonly name: string
  readonly isDryRun: boolean
  /** Number of rows in the file, valid or refused. */
  readonly rows: number
  readonly refused: number
  readonly refusedPath: string | undefined
  readonly result: ImportResult
}

/** A refused row; the key is null if the row could not be read. */
type RowRefusal = ImportResult['refusals'][number] & { readonly ordinal: number; readonly key: string | null }

/** Characters of refused rows that are written to their file at once. */
const writtenAtOnce = 1 << 16

/** Counts refused rows, collects the first ones and writes all of them to a file if there is a path. */
export function createRefusalLog(source: Source, path: string | undefined) {
  const first: RowRefusal[] = []
  const isCsv = source.header !== null
  let count = 0
  let file: FileHandle | undefined
  let unwritten = isCsv ? formatCsvLine([lineColumn, reasonColumn, ...(source.header ?? [])]) : ''
  return {
    get count() {
      return count
    },
    first: first as readonly RowRefusal[],
    async add(row: SourceRow, reason: string, key?: string) {
      count += 1
      if (first.length < maxListedRefusals)
        first.push({ place: source.place(row), line: row.line, reason, ordinal: row.ordinal, key: key ?? null })
      if (path === undefined) return
      file ??= await open(path, 'w')
      unwritten += isCsv ? formatRefusedCsv(row, reason) : formatRefusedJson(row, reason, source.place(row))
      if (unwritten.length < writtenAtOnce) return
      await file.appendFile(unwritten)
      unwritten = ''
    },
    /** Closes the file and returns its path; if nothing was refused, deletes an older file there. */
    async close() {
      if (path === undefined) return undefined
      if (!file) return void (await rm(path, { force: true }))
      await file.appendFile(unwritten)
      await file.close()
      file = undefined
      return path
    },
    /** Releases the file after a failed import. */
    async abandon() {
      await file?.close()
    },
  }
}

const formatRefusedCsv = (row: SourceRow, reason: string): string =>
  formatCsvLine([String(row.line), reason, ...((row.content as readonly string[] | undefined) ?? [])])

const formatCsvLine = (cells: readonly string[]) => writeCsv([cells], 'unix')

const formatRefusedJson = (row: SourceRow, reason: string, place: string): string =>
  `${JSON.stringify({ ...row.content, [lineColumn]: place, [reasonColumn]: reason })}\n`

/** Limits of memory: texts with a cached resolution, and texts counted for the report. */
const maxCached = 50_000
const maxCounted = 10_000
const maxNamed = 5

export function createPeopleOfImport(target: Target) {
  const columns = target.peopleColumns.map((name) => ({
    name,
    index: target.columns.findIndex((column) => column.name === name),
    unknown: new Map<string, number>(),
    ambiguous: new Map<string, number>(),
  }))
  const cached = new Map<string, PersonResolution>()
  return {
    /** Replaces texts that identify one person by their e-mail; other texts stay and are counted. */
    async resolve(db: Queryable, rows: readonly StagedRow[]): Promise<readonly StagedRow[]> {
      const cells = columns.flatMap(({ index }) => rows.map((row) => row.cells[index]))
      const texts = new Set(cells.filter((cell) => typeof cell === 'string'))
      if (texts.size === 0) return rows
      if (cached.size + texts.size > maxCached) cached.clear()
      const missing = [...texts].filter((text) => !cached.has(text))
      if (missing.length > 0) {
        const find = await resolveTexts(db, missing)
        for (const text of missing) cached.set(text, find(text))
      }
      return rows.map((row) => {
        const cells = [...row.cells]
        for (const { index, unknown, ambiguous } of columns) {
          const text = cells[index]
          const person = typeof text === 'string' ? cached.get(text) : undefined
          if (typeof text !== 'string' || !person) continue
          if (person.kind === 'known') cells[index] = person.email
          else countText(person.kind === 'unknown' ? unknown : ambiguous, text)
        }
        return { ...row, cells }
      })
    },
    /** Returns a sentence for each column and reason why people were not resolved. */
    remarks(): string[] {
      const remarks = columns.flatMap(({ name, unknown, ambiguous }) => [
        ...describeUnresolved(name, unknown, ['person is not in the directory', 'people are not in the directory']),
        ...describeUnresolved(name, ambiguous, ['name fits several people', 'names fit several people']),
      ])
      if (remarks.length === 0) return []
      return [...remarks, 'Their names are stored as written. To resolve them, import users and then this file again.']
    },
  }
}

function countText(counts: Map<string, number>, text: string): void {
  const rowCount = counts.get(text)
  if (rowCount !== undefined) counts.set(text, rowCount + 1)
  else if (counts.size < maxCounted) counts.set(text, 1)
}

function describeUnresolved(
  column: string,
  counts: ReadonlyMap<string, number>,
  [one, many]: readonly [string, string],
): string[] {
  if (counts.size === 0) return []
  const size = `${counts.size >= maxCounted ? 'at least ' : ''}${counts.size.toLocaleString('en')}`
  const examples = [...counts]
    .toSorted(([, less], [, more]) => more - less)
    .slice(0, maxNamed)
    .map(([text, rows]) => `${JSON.stringify(text)} (${rows === 1 ? '1 row' : `${rows.toLocaleString('en')} rows`})`)
  const unnamed = counts.size - examples.length
  const more = unnamed > 0 ? ` and ${unnamed.toLocaleString('en')} more` : ''
  return [`${humaniseKey(column)}: ${size} ${counts.size === 1 ? one : many}: ${examples.join(', ')}${more}.`]
}
