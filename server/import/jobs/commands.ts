import { eq } from 'drizzle-orm'
import { importActions } from '#lib/actions/record-actions.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { ImportOptions, ImportRecord } from '#lib/contracts/import-records.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import type { importRecords } from '#lib/contracts/imports.ts'
import { wholeListTypes } from '#lib/contracts/whole-list.ts'
import { openClock } from '#server/import/cells/moment.ts'
import { assertEncoding } from '#server/import/source/encoding.ts'
import type { Upload } from '#server/platform/api/read-input.ts'
import { listDifferences, listRemovedFields, recordEvent } from '#server/platform/audit/record-event.ts'
import { AppError } from '#server/platform/errors.ts'
import type { HandlerResult } from '#server/platform/http/response.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { importParts, imports } from '#server/schema/imports.ts'
import { getMapping } from './mappings.ts'
import { assertMayImport, findCaller, type ImportRow, lockImport, presentImport } from './queries.ts'
import { assertFileStored, importUploads } from './stored-content.ts'

export type NewImport = Pick<ImportRow, 'kind' | 'source' | 'fileName' | 'options' | 'isDryRun'> & {
  readonly upload: Pick<Upload, 'id' | 'size'>
  readonly status: 'draft' | 'queued'
}

/** Creates an import of a stored file. Throws `not_found` for an unknown mapping, and `forbidden`. */
export async function createImport(ctx: Context, { upload, ...input }: NewImport): Promise<ImportRecord> {
  assertMayImport(ctx, input.kind)
  await assertOptions(ctx, input.kind, input.options)
  const row = { ...input, id: upload.id, size: upload.size, ...(await findAuthor(ctx)) }
  const [created] = await ctx.db
    .insert(imports)
    .values({ ...row, createdAt: ctx.now.toISOString() })
    .returning()
  if (!created) throw new Error('The import was not stored.')
  return presentImport(created)
}

const findAuthor = async (ctx: Context) => ({
  actorKind: ctx.actor.kind,
  actorId: ctx.actor.id,
  createdBy: ctx.actor.name,
  caller: await findCaller(ctx, ctx.actor),
})

/** Throws `invalid_request` for an unknown time zone or encoding, and `not_found` for an unknown mapping. */
async function assertOptions(ctx: Context, kind: ImportKind, options: ImportOptions): Promise<void> {
  if (options.time_zone !== undefined) openClock(options.time_zone)
  if (options.encoding !== undefined) assertEncoding(options.encoding)
  if (options.mapping_name !== undefined) await getMapping(ctx.db, options.mapping_name, kind)
}

/** Changes the options of an import. Throws `conflict` if it is queued, running or done. */
export function updateImport(ctx: Context, id: string, options: ImportOptions): Promise<ImportRecord> {
  return changeImport(ctx, id, async (tx, row) => {
    assertCanRun(row)
    await assertOptions(tx, row.kind, options)
    return { options }
  })
}

/** Queues an import, with the caller as its author. Throws `conflict` if it is queued, running or done. */
export function runImport(ctx: Context, id: string, isDryRun: boolean): Promise<ImportRecord> {
  return changeImport(ctx, id, async (tx, row) => {
    assertCanRun(row)
    await assertFileStored(tx.db, id)
    await assertOptions(tx, row.kind, row.options)
    return { isDryRun, ...queuedState, ...(await findAuthor(tx)) }
  })
}

const queuedState = {
  status: 'queued',
  attempts: 0,
  rows: 0,
  refused: 0,
  progress: null,
  result: null,
  error: null,
  finishedAt: null,
  cancelRequestedAt: null,
} as const

function assertCanRun({ status, isDryRun }: ImportRow): void {
  if (status === 'queued' || status === 'running') throw new AppError('conflict', `This import is ${status}.`)
  if (status === 'done' && !isDryRun) throw new AppError('conflict', 'This import is done.')
}

/** Cancels an import; a running one stops by itself and writes nothing. Throws `conflict` if it has ended. */
export function cancelImport(ctx: Context, id: string): Promise<ImportRecord> {
  return changeImport(ctx, id, async (_, { status }) => {
    const at = ctx.now.toISOString()
    if (status === 'running') return { cancelRequestedAt: at }
    if (status === 'draft' || status === 'queued') return { status: 'cancelled', finishedAt: at }
    throw new AppError('conflict', `This import is ${status}.`)
  })
}

type ImportChange = Partial<typeof imports.$inferInsert>

function changeImport(
  ctx: Context,
  id: string,
  decide: (txCtx: Context, row: ImportRow) => Promise<ImportChange>,
): Promise<ImportRecord> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockImport(tx, id)
    const change = await decide(tx, row)
    const [changed] = await tx.db.update(imports).set(change).where(eq(imports.id, id)).returning()
    if (!changed) throw new Error('The import was not stored.')
    return presentImport(changed)
  })
}

/**
 * Deletes the stored file and the refused rows of an import. An import that has written nothing is deleted entirely;
 * one that has written records stays in the list and can still be undone. Throws `not_found`, and `conflict` while it
 * is queued or running.
 */
export async function deleteImport(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { status, isDryRun, fileName: file, kind: records, size } = await lockImport(tx, id)
    if (status === 'queued' || status === 'running')
      throw new AppError('conflict', `This import is ${status}. Cancel it first.`)
    const { rowCount } = await tx.db.delete(importParts).where(eq(importParts.importId, id))
    if (status !== 'done' || isDryRun) {
      await tx.db.delete(imports).where(eq(imports.id, id))
      await recordEvent(tx, importActions.delete, id, listRemovedFields({ file, records, size }))
    } else if (rowCount !== null && rowCount > 0) {
      await recordEvent(
        tx,
        importActions.file_deleted,
        id,
        listDifferences({ file_stored: true }, { file_stored: false }),
      )
    }
  })
}

type ImportQuery = Omit<QueryOf<typeof importRecords>, 'kind'> & { readonly kind: ImportKind }
type ImportInput = { readonly upload: Upload; readonly query: ImportQuery }

const endings: Readonly<Record<string, string>> = {
  'text/csv': 'csv',
  'application/json': 'json',
  [wholeListTypes.xlsx]: 'xlsx',
}

const toImportOptions = ({ mapping, time_zone, encoding, rows }: ImportQuery): ImportOptions => ({
  ...(mapping !== undefined && { mapping_name: mapping }),
  ...(time_zone !== undefined && { time_zone }),
  ...(encoding !== undefined && { encoding }),
  ...(rows !== undefined && { rows }),
})

/** Stores the files of API clients whose query is valid. */
export const receivedUploads = {
  ...importUploads,
  check: (ctx: Context, query: ImportQuery) => assertOptions(ctx, query.kind, toImportOptions(query)),
}

/** Queues the import of a file from an API client; `base` is the path of the imports in that API. */
export async function receiveImport(
  ctx: Context,
  { upload, query }: ImportInput,
  base: string,
): Promise<HandlerResult<ImportRecord>> {
  const { kind, dry_run } = query
  const fileName = `${kind}.${endings[upload.type] ?? 'ndjson'}`
  const body = await createImport(ctx, {
    upload,
    kind,
    options: toImportOptions(query),
    fileName,
    source: 'api',
    status: 'queued',
    isDryRun: dry_run ?? false,
  })
  return { body, location: `${base}/${body.id}` }
}
