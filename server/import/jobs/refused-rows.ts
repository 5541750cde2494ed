import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { maxCorrectableRows } from '#lib/contracts/app/imports.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { readCellText } from '#lib/text/cell-text.ts'
import { lineColumn, reasonColumn } from '#server/import/source/csv-source.ts'
import { AppError } from '#server/platform/errors.ts'
import type { HandlerResult } from '#server/platform/http/response.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { getImportRow } from './find-import.ts'
import type { ImportRow } from './present-import.ts'
import { shortenCells } from './shortened-cells.ts'
import { readContent } from './stored-content.ts'

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
export async function readRefused(ctx: Context, { id }: ImportRow, visit: RowVisitor): Promise<string[]> {
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
