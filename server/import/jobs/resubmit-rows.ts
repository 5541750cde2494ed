import { maxCorrectableRows } from '#lib/contracts/app/imports.ts'
import type { ImportRecord } from '#lib/contracts/import-records.ts'
import { newImportId } from '#server/import/import-file.ts'
import { AppError } from '#server/platform/errors.ts'
import { writeCsv } from '#server/platform/files/csv-text.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { createImport } from './commands.ts'
import { findCaller } from './find-caller.ts'
import { getImportRow } from './find-import.ts'
import type { ImportRow } from './present-import.ts'
import { readRefused } from './refused-rows.ts'
import { createRestorer } from './shortened-cells.ts'
import { storeContent } from './stored-content.ts'
import { getImportStore } from './upload-space.ts'

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
