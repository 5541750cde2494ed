import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { stringify } from 'csv-stringify/sync'
import type { Refusal } from './import-summary.ts'
import { lineColumn, reasonColumn } from './source/refused-columns.ts'
import type { Source, SourceRow } from './source/source.ts'

const shown = 20

/** Counts refused rows, remembers the first 20 and writes all of them to a file, if one is wanted. */
export type RefusalLog = {
  readonly count: number
  readonly first: readonly Refusal[]
  add(row: SourceRow, reason: string): Promise<void>
  /** Closes the file and gives its path; undefined when nothing was refused, and then no file is left there. */
  close(): Promise<string | undefined>
  /** Lets go of a file that was not closed, as an import that failed leaves it. */
  abandon(): Promise<void>
}

export function createRefusalLog(source: Source, path: string | undefined): RefusalLog {
  const first: Refusal[] = []
  const isCsv = source.header !== null
  let count = 0
  let file: WriteStream | undefined
  const open = (to: string) => {
    const stream = createWriteStream(to)
    stream.on('error', () => {})
    if (isCsv) stream.write(csvLine([lineColumn, reasonColumn, ...(source.header ?? [])]))
    return stream
  }
  return {
    get count() {
      return count
    },
    first,
    async add(row, reason) {
      count += 1
      if (first.length < shown) first.push({ place: source.place(row), line: row.line, reason })
      if (path === undefined) return
      file ??= open(path)
      const isRoomLeft = file.write(isCsv ? refusedCsv(row, reason) : refusedJson(row, reason, source.place(row)))
      if (!isRoomLeft) await drained(file)
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

/** Waits for room; a file that cannot be written fails here, not without a word. */
function drained(file: WriteStream): Promise<void> {
  return new Promise((resolve, reject) => {
    file.once('drain', resolve)
    file.once('error', reject)
    if (file.errored) reject(file.errored)
  })
}

function refusedCsv(row: SourceRow, reason: string): string {
  return csvLine([String(row.line), reason, ...((row.content as readonly string[] | undefined) ?? [])])
}

/** Cells that a spreadsheet would run as a formula get an apostrophe, which the import takes away again. */
const csvLine = (cells: readonly string[]) => stringify([[...cells]], { escape_formulas: true })

function refusedJson(row: SourceRow, reason: string, place: string): string {
  return `${JSON.stringify({ ...row.content, [lineColumn]: place, [reasonColumn]: reason })}\n`
}
