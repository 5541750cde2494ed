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
import type { ImportRow } from './queries.ts'
import { findCaller, getImportRow } from './queries.ts'
import { getImportStore, readContent, storeContent } from './stored-content.ts'

/** Returns the refused rows of an import as a file. Throws `not_found` if there are none, or none any more. */
export async function getRefusedFile(
  ctx: Context,
  id: string,
  kinds?: readonly ImportKind[],
): Promise<NonNullable<HandlerResult<unknown>['file']>> {
  const row = await getImportRow(ctx, id, kinds)
  const parts = readContent(ctx.db, id, 'refused')
  const first = await parts.next()
  if (first.done) {
    throw new AppError(
      'not_found',
      row.refused === 0 ? `${id} has no refused rows.` : `The refused rows of ${id} were deleted, or not stored.`,
    )
  }
  async function* content() {
    yield first.value
    yield* parts
  }
  const [type, extension] = isCsv(first.value) ? ['text/csv', 'csv'] : ['application/x-ndjson', 'ndjson']
  return { type, name: `${id}.refused.${extension}`, content: content() }
}

/** True for CSV, which begins with the name of a column; NDJSON begins with a bracket. */
const isCsv = (start: Buffer | undefined) => start?.[0] !== 0x7b

type RefusedCells = { place: string; reason: string; cells: Record<string, unknown> }

/** Lists the first refused rows of an import with their cells, page by page; very long cells are shortened. */
export async function listRefusedRows(ctx: Context, id: string, { page, limit }: { page: number; limit: number }) {
  const row = await getImportRow(ctx, id)
  const from = (page - 1) * limit
  const to = Math.min(page * limit, maxCorrectableRows)
  const result: RefusedCells[] = []
  const columns = await readRefused(ctx, row, (refused, index) => {
    if (index >= from && index < to) result.push({ ...refused, cells: shortenCells(refused.cells) })
    return index + 1 < to
  })
  return { columns, result, total_count: Math.min(row.refused, maxCorrectableRows) }
}

/** Visits a row at a position counted from 0, and returns whether to continue. */
type RowVisitor = (row: RefusedCells, index: number) => boolean

/** Visits the refused rows one by one. Returns the columns of a CSV file; none for JSON. */
async function readRefused(ctx: Context, { id }: ImportRow, visit: RowVisitor): Promise<string[]> {
  const parts = readContent(ctx.db, id, 'refused')
  const first = await parts.next()
  if (first.done) return []
  async function* content() {
    yield first.value as Buffer
    yield* parts
  }
  if (isCsv(first.value)) return visitCsv(content(), visit)
  await visitLines(content(), visit)
  return []
}

async function visitCsv(content: AsyncIterable<Buffer>, visit: RowVisitor): Promise<string[]> {
  const parser = Readable.from(content).pipe(parse({ relax_column_count: true }))
  let index = 0
  let columns: string[] | undefined
  for await (const record of parser as AsyncIterable<string[]>) {
    const [place = '', reason = '', ...cells] = record
    if (!columns) {
      columns = cells.map(readCellText)
      continue
    }
    const cellsByColumn = columns.map((name, index) => [name, readCellText(cells[index] ?? '')])
    if (!visit({ place, reason, cells: Object.fromEntries(cellsByColumn) }, index++)) break
  }
  return columns ?? []
}

async function visitLines(content: AsyncIterable<Buffer>, visit: RowVisitor): Promise<void> {
  let index = 0
  let rest = ''
  const decoder = new TextDecoder()
  for await (const part of content) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const { [lineColumn]: place, [reasonColumn]: reason, ...cells } = JSON.parse(line) as Record<string, unknown>
      if (!visit({ place: String(place), reason: String(reason), cells }, index++)) return
    }
  }
}

type FileRow = Readonly<Record<string, unknown>>

/** Queues an import of corrected rows, in the format and with the options of the import that refused them. */
export function resubmitRows(ctx: Context, id: string, rows: readonly FileRow[]): Promise<ImportRecord> {
  return inTransaction(ctx, async (tx) => {
    const first = await getImportRow(tx, id)
    if (first.status !== 'done') throw new AppError('conflict', `This import is ${first.status}.`)
    const { columns, whole } = await restoreCells(tx, first, rows)
    const content = columns.length > 0 ? toCsv(columns, whole) : toLines(whole)
    const newId = newImportId(ctx.now)
    const caller = await findCaller(tx, ctx.actor)
    const whose = { id: newId, role: 'file', caller, store: getImportStore() } as const
    const size = await storeContent(tx, whose, streamText(content))
    const { encoding: _, ...options } = first.options
    const { encoding: __, delimiter: ___, sheet: ____, ...mapping } = options.mapping ?? {}
    return createImport(tx, {
      upload: { id: newId, size },
      kind: first.kind,
      source: 'page',
      status: 'queued',
      isDryRun: first.isDryRun,
      fileName: `corrected-${first.fileName.replace(/\.[^.]*$/, '')}.${columns.length > 0 ? 'csv' : 'ndjson'}`,
      options: { ...options, mapping: { ...mapping, delimiter: ',' }, encoding: 'utf-8' },
    })
  })
}

/** Restores cells that the page has shortened. Returns the whole rows, and the columns of a CSV file. */
async function restoreCells(ctx: Context, first: ImportRow, rows: readonly FileRow[]) {
  const restorer = createRestorer(rows)
  const columns = await readRefused(ctx, first, ({ cells }, index) => {
    restorer.learn(cells)
    return restorer.isNeeded && index + 1 < maxCorrectableRows
  })
  const whole = rows.map((row) => {
    const restored = restorer.restore(row)
    if ('row' in restored) return restored.row
    throw new AppError('invalid_request', `${restored.lostColumn} is shortened in a row; correct that row in the file.`)
  })
  return { columns, whole }
}

const toCsv = (columns: readonly string[], rows: readonly FileRow[]) =>
  writeCsv([columns, ...rows.map((row) => columns.map((name) => String(row[name] ?? '')))])

const toLines = (rows: readonly FileRow[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

async function* streamText(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

type RowCells = Readonly<Record<string, unknown>>

/** Maximum characters of a cell in a page of refused rows; the text of an article can be a hundred times as long. */
const maxLength = 2_000
const ending = /… \([\d,]+ more characters\)$/

/** Shortens a long cell for a page: its beginning and the number of omitted characters. */
function shortenCell(cell: unknown): unknown {
  const text = typeof cell === 'string' ? cell : (JSON.stringify(cell) ?? '')
  if (text.length <= maxLength) return cell
  return `${text.slice(0, maxLength).toWellFormed()}… (${(text.length - maxLength).toLocaleString('en')} more characters)`
}

const shortenCells = (cells: RowCells): Record<string, unknown> =>
  Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, shortenCell(cell)]))

const isShortened = (cell: unknown): cell is string =>
  typeof cell === 'string' && cell.length > maxLength && ending.test(cell)

/** Creates a restorer that replaces shortened cells by the original ones. */
function createRestorer(rows: readonly RowCells[]) {
  const shortenedCells = new Set(rows.flatMap((row) => Object.values(row).filter(isShortened)))
  const wholeCells = new Map<string, unknown>()
  const ambiguous = new Set<string>()
  return {
    isNeeded: shortenedCells.size > 0,
    /** Stores the original cells of a row that are shortened in the edited rows. */
    learn(cells: RowCells) {
      for (const cell of Object.values(cells)) {
        const short = shortenCell(cell)
        if (short === cell || !shortenedCells.has(short as string)) continue
        if (wholeCells.has(short as string) && wholeCells.get(short as string) !== cell) ambiguous.add(short as string)
        wholeCells.set(short as string, cell)
      }
    },
    /** Returns the whole row, or the column of a cell that cannot be restored. */
    restore(row: RowCells): { readonly row: RowCells } | { readonly lostColumn: string } {
      const lost = Object.entries(row).find(
        ([, cell]) => isShortened(cell) && (!wholeCells.has(cell) || ambiguous.has(cell)),
      )
      if (lost) return { lostColumn: lost[0] }
      const whole = Object.entries(row).map(([name, cell]) => [name, isShortened(cell) ? wholeCells.get(cell) : cell])
      return { row: Object.fromEntries(whole) }
    },
  }
}
