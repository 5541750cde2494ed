import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { maxCorrectableRows } from '#lib/contracts/app/imports.ts'
import type { ImportRecord } from '#lib/contracts/import-records.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { readCellText } from '#lib/text/cell-text.ts'
import { newImportId } from '#server/import/import-file.ts'
import { lineColumn, reasonColumn } from '#server/import/source/csv-source.ts'
import { AppError } from '#server/platform/errors.ts'
import { writeCsv } from '#server/platform/files/csv-text.ts'
import type { HandlerResult } from '#server/platform/http/response.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { createImport } from './commands.ts'
import { findCaller, getImportRow } from './queries.ts'
import { getImportStore, readContent, storeContent } from './stored-content.ts'

/** Opens the stored file of refused rows; undefined if there is none. */
async function openRefused({ db }: Context, id: string) {
  const parts = readContent(db, id, 'refused')
  const { value: first, done } = await parts.next()
  if (done) return undefined
  async function* content() {
    yield first as Buffer
    yield* parts
  }
  // CSV begins with the name of a column, NDJSON with a bracket.
  return { isCsv: first[0] !== 0x7b, content: content() }
}

/** Returns the refused rows of an import as a file. Throws `not_found` if there are none, or none any more. */
export async function getRefusedFile(
  ctx: Context,
  id: string,
  kinds?: readonly ImportKind[],
): Promise<NonNullable<HandlerResult<unknown>['file']>> {
  const row = await getImportRow(ctx, id, kinds)
  const file = await openRefused(ctx, id)
  if (!file) {
    throw new AppError(
      'not_found',
      row.refused === 0 ? `${id} has no refused rows.` : `The refused rows of ${id} were deleted, or not stored.`,
    )
  }
  const [type, extension] = file.isCsv ? ['text/csv', 'csv'] : ['application/x-ndjson', 'ndjson']
  return { type, name: `${id}.refused.${extension}`, content: file.content }
}

type RowCells = Readonly<Record<string, unknown>>
type RefusedRow = { readonly place: string; readonly reason: string; readonly cells: RowCells }
/** A refused row with the columns of its CSV file; none for JSON. */
type ReadRow = { readonly columns: string[]; readonly refused: RefusedRow }

async function* readRefused(ctx: Context, id: string, max: number): AsyncGenerator<ReadRow> {
  const file = await openRefused(ctx, id)
  if (!file) return
  let count = 0
  for await (const row of file.isCsv ? readCsv(file.content) : readLines(file.content)) {
    count += 1
    if (count > max) return
    yield row
  }
}

async function* readCsv(content: AsyncIterable<Buffer>): AsyncGenerator<ReadRow> {
  const parser = Readable.from(content).pipe(parse({ relax_column_count: true }))
  let columns: string[] | undefined
  for await (const record of parser as AsyncIterable<string[]>) {
    const [place = '', reason = '', ...cells] = record.map(readCellText)
    if (columns) {
      const entries = columns.map((name, index) => [name, cells[index] ?? ''])
      yield { columns, refused: { place, reason, cells: Object.fromEntries(entries) } }
    } else columns = cells
  }
}

async function* readLines(content: AsyncIterable<Buffer>): AsyncGenerator<ReadRow> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const part of content) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const { [lineColumn]: place, [reasonColumn]: reason, ...cells } = JSON.parse(line) as Record<string, unknown>
      yield { columns: [], refused: { place: String(place), reason: String(reason), cells } }
    }
  }
}

/** Lists the first refused rows of an import with their cells, page by page; very long cells are shortened. */
export async function listRefusedRows(ctx: Context, id: string, { page, limit }: { page: number; limit: number }) {
  const row = await getImportRow(ctx, id)
  const rows = await Array.fromAsync(readRefused(ctx, id, Math.min(page * limit, maxCorrectableRows)), shortenRow)
  return {
    columns: rows[0]?.columns ?? [],
    result: rows.slice((page - 1) * limit).map(({ refused }) => refused),
    total_count: Math.min(row.refused, maxCorrectableRows),
  }
}

const shortenRow = ({ columns, refused }: ReadRow) => {
  const cells = Object.entries(refused.cells).map(([name, cell]) => [name, shortenCell(cell)])
  return { columns, refused: { ...refused, cells: Object.fromEntries(cells) as Record<string, unknown> } }
}

/** Queues an import of corrected rows, in the format and with the options of the import that refused them. */
export function resubmitRows(ctx: Context, id: string, rows: readonly RowCells[]): Promise<ImportRecord> {
  return inTransaction(ctx, async (tx) => {
    const first = await getImportRow(tx, id)
    if (first.status !== 'done') throw new AppError('conflict', `This import is ${first.status}.`)
    const { columns, whole } = await restoreCells(tx, id, rows)
    const isCsv = columns.length > 0
    const content = isCsv
      ? writeCsv([columns, ...whole.map((row) => columns.map((name) => String(row[name] ?? '')))])
      : whole.map((row) => `${JSON.stringify(row)}\n`).join('')
    const newId = newImportId(ctx.now)
    const caller = await findCaller(tx, ctx.actor)
    const whose = { id: newId, role: 'file', caller, store: getImportStore() } as const
    const size = await storeContent(tx, whose, Readable.from([Buffer.from(content)]))
    const { encoding: _, ...options } = first.options
    const { encoding: __, delimiter: ___, sheet: ____, ...mapping } = options.mapping ?? {}
    return createImport(tx, {
      upload: { id: newId, size },
      kind: first.kind,
      source: 'page',
      status: 'queued',
      isDryRun: first.isDryRun,
      fileName: `corrected-${first.fileName.replace(/\.[^.]*$/, '')}.${isCsv ? 'csv' : 'ndjson'}`,
      options: { ...options, mapping: { ...mapping, delimiter: ',' }, encoding: 'utf-8' },
    })
  })
}

/** Restores cells that the page has shortened. Returns the whole rows, and the columns of a CSV file. */
async function restoreCells(ctx: Context, id: string, rows: readonly RowCells[]) {
  const shortened = new Set(rows.flatMap((row) => Object.values(row).filter(isShortened)))
  /** The cells of the file by their shortened text; several cells may have the same. */
  const originals = new Map<unknown, Set<unknown>>()
  let columns: readonly string[] = []
  for await (const read of readRefused(ctx, id, shortened.size === 0 ? 1 : maxCorrectableRows)) {
    columns = read.columns
    for (const cell of Object.values(read.refused.cells)) {
      const short = shortenCell(cell)
      if (short !== cell && shortened.has(short as string))
        originals.set(short, (originals.get(short) ?? new Set()).add(cell))
    }
  }
  const whole = rows.map((row): RowCells => {
    const cells = Object.entries(row).map(([name, cell]) => {
      if (!isShortened(cell)) return [name, cell]
      const [original, ...others] = originals.get(cell) ?? []
      if (original !== undefined && others.length === 0) return [name, original]
      throw new AppError('invalid_request', `${name} is shortened in a row; correct that row in the file.`)
    })
    return Object.fromEntries(cells)
  })
  return { columns, whole }
}

/** Maximum characters of a cell in a page of refused rows; the text of an article can be a hundred times as long. */
const maxLength = 2_000
const ending = /… \([\d,]+ more characters\)$/

/** Shortens a long cell for a page: its beginning and the number of omitted characters. */
function shortenCell(cell: unknown): unknown {
  const text = typeof cell === 'string' ? cell : (JSON.stringify(cell) ?? '')
  if (text.length <= maxLength) return cell
  return `${text.slice(0, maxLength).toWellFormed()}… (${(text.length - maxLength).toLocaleString('en')} more characters)`
}

const isShortened = (cell: unknown): cell is string =>
  typeof cell === 'string' && cell.length > maxLength && ending.test(cell)
