import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import type { Mapping } from '#lib/contracts/import-mapping.ts'
import type { ImportResult } from '#lib/contracts/import-records.ts'
import { type ImportKind, maxListedRefusals } from '#lib/contracts/import-values.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { writeCsv } from '#server/platform/files/csv-text.ts'
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
export type ImportProgress = {
  readonly phase: 'looking' | 'reading' | 'writing'
  readonly done: number
  readonly total: number
  readonly rows: number
  readonly refused: number
}

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

/** Counts refused rows, collects the first ones and writes all of them to a file if there is a path. */
export type RefusalLog = {
  readonly count: number
  /** The first refusals; the key is null if the row could not be read. */
  readonly first: readonly (ImportResult['refusals'][number] & {
    readonly ordinal: number
    readonly key: string | null
  })[]
  add(row: SourceRow, reason: string, key?: string): Promise<void>
  /** Closes the file and returns its path; if nothing was refused, deletes an older file there. */
  close(): Promise<string | undefined>
  /** Releases the file after a failed import. */
  abandon(): Promise<void>
}

export function createRefusalLog(source: Source, path: string | undefined): RefusalLog {
  const first: RefusalLog['first'][number][] = []
  const isCsv = source.header !== null
  let count = 0
  let file: WriteStream | undefined
  const open = (to: string) => {
    const stream = createWriteStream(to)
    stream.on('error', () => {})
    if (isCsv) stream.write(formatCsvLine([lineColumn, reasonColumn, ...(source.header ?? [])]))
    return stream
  }
  return {
    get count() {
      return count
    },
    first,
    async add(row, reason, key) {
      count += 1
      if (first.length < maxListedRefusals)
        first.push({ place: source.place(row), line: row.line, reason, ordinal: row.ordinal, key: key ?? null })
      if (path === undefined) return
      file ??= open(path)
      const hasRoom = file.write(
        isCsv ? formatRefusedCsv(row, reason) : formatRefusedJson(row, reason, source.place(row)),
      )
      if (!hasRoom) await waitUntilDrained(file)
    },
    async close() {
      if (path === undefined) return undefined
      if (!file) return void (await rm(path, { force: true }))
      file.end()
      await finished(file)
      return path
    },
    async abandon() {
      if (!file || file.closed) return
      file.destroy()
      await once(file, 'close')
    },
  }
}

/** Waits until the stream accepts more; rejects if the file cannot be written. */
function waitUntilDrained(file: WriteStream): Promise<void> {
  return new Promise((resolve, reject) => {
    file.once('drain', resolve)
    file.once('error', reject)
    if (file.errored) reject(file.errored)
  })
}

/** The reason to refuse a row whose record an earlier row has. */
export const explainRepeat = ({ key }: Target, source: Source, first: SourceRow): string =>
  `repeats the ${key} of ${source.place(first)}`

/** The reason to refuse a row with the key of an earlier row of another record. */
export const explainOtherRecord = (
  target: Target,
  source: Source,
  first: SourceRow,
  [own, other]: readonly [string, string],
): string => {
  const field = target.identityColumn?.field ?? 'identifier'
  return `has the ${target.key} of ${source.place(first)}, which is another record: its ${field} is ${own}, and there ${other}`
}

/** The reason to refuse a row whose record the retention deleted; `day` is in UTC. */
export const explainDeletion = ({ entity, key }: Target, day: string): string =>
  `has a ${key} of the ${entity} that the retention deleted, on ${day}: an import does not bring them back`

/** The remark about rows of one record that differ in the field that should identify records. */
export const describeRowIdentity = ({ identityColumn }: Target): string =>
  `${identityColumn?.field ?? 'identifier'} differs between the rows of one record, so it identifies rows`

function formatRefusedCsv(row: SourceRow, reason: string): string {
  return formatCsvLine([String(row.line), reason, ...((row.content as readonly string[] | undefined) ?? [])])
}

const formatCsvLine = (cells: readonly string[]) => writeCsv([cells], 'unix')

function formatRefusedJson(row: SourceRow, reason: string, place: string): string {
  return `${JSON.stringify({ ...row.content, [lineColumn]: place, [reasonColumn]: reason })}\n`
}
