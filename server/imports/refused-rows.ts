import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { maxMendableRows } from '#lib/contracts/app/imports.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { lineColumn, reasonColumn } from '#server/import/source/csv-source.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Reply } from '#server/platform/http/response.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { readParts } from './file-parts.ts'
import type { ImportRow } from './present-import.ts'
import { findImport } from './queries.ts'

/** The refused rows of an import as a file. Throws `not_found` if there are none, or not any more. */
export async function getRefusedFile(
  ctx: Context,
  id: string,
  kinds?: readonly ImportKind[],
): Promise<NonNullable<Reply<unknown>['file']>> {
  const row = await findImport(ctx, id, kinds)
  const parts = readParts(ctx.db, id, 'refused')
  const first = await parts.next()
  if (first.done) {
    throw new AppError('not_found', row.refused === 0 ? `${id} refused no row.` : `The refused rows of ${id} are gone.`)
  }
  async function* content() {
    yield first.value
    yield* parts
  }
  const [type, extension] = isCsv(first.value) ? ['text/csv', 'csv'] : ['application/x-ndjson', 'ndjson']
  return { type, name: `${id}.refused.${extension}`, content: Readable.from(content()) }
}

/** A CSV file of refused rows begins with the name of its first column, an NDJSON file with a bracket. */
const isCsv = (start: Buffer | undefined) => start?.[0] !== 0x7b

export type RefusedCells = { place: string; reason: string; cells: Record<string, unknown> }

/** The first refused rows of an import with their cells, page by page. */
export async function listRefusedRows(ctx: Context, id: string, { page, limit }: { page: number; limit: number }) {
  const row = await findImport(ctx, id)
  const [from, to] = [(page - 1) * limit, Math.min(page * limit, maxMendableRows)]
  const { columns, rows } = await readRefused(ctx, row, to)
  return { columns, result: rows.slice(from), total_count: Math.min(row.refused, maxMendableRows) }
}

/** The columns of a CSV file, none for JSON, and the first refused rows. */
export async function readRefused(ctx: Context, { id }: ImportRow, count: number) {
  const parts = readParts(ctx.db, id, 'refused')
  const first = await parts.next()
  if (first.done) return { columns: [], rows: [] }
  async function* content() {
    yield first.value as Buffer
    yield* parts
  }
  return isCsv(first.value) ? readCsv(content(), count) : { columns: [], rows: await readLines(content(), count) }
}

/** An apostrophe before a formula was put there by the export and is not part of the cell. */
const plain = (cell: string) => cell.replace(/^'(?=[=+\-@\t\r])/, '')

async function readCsv(content: AsyncIterable<Buffer>, count: number) {
  const parser = Readable.from(content).pipe(parse({ relax_column_count: true }))
  const rows: RefusedCells[] = []
  let columns: string[] = []
  for await (const record of parser as AsyncIterable<string[]>) {
    const [place = '', reason = '', ...cells] = record
    if (columns.length === 0) columns = cells.map(plain)
    else
      rows.push({ place, reason, cells: Object.fromEntries(columns.map((name, at) => [name, plain(cells[at] ?? '')])) })
    if (rows.length >= count) break
  }
  return { columns, rows }
}

async function readLines(content: AsyncIterable<Buffer>, count: number): Promise<RefusedCells[]> {
  const rows: RefusedCells[] = []
  let rest = ''
  const decoder = new TextDecoder()
  for await (const part of content) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const { [lineColumn]: place, [reasonColumn]: reason, ...cells } = JSON.parse(line) as Record<string, unknown>
      rows.push({ place: String(place), reason: String(reason), cells })
      if (rows.length >= count) return rows
    }
  }
  return rows
}
