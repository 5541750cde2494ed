import type { ImportOptions, ImportRecord } from '#lib/contracts/import-records.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { wholeListTypes } from '#lib/contracts/whole-list.ts'
import type { Upload } from '#server/platform/api/read-upload.ts'
import type { HandlerResult } from '#server/platform/http/response.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { assertOptions, createImport } from './commands.ts'
import { importUploads } from './stored-content.ts'

type ImportQuery = {
  readonly kind: ImportKind
  readonly mapping?: string | undefined
  readonly dry_run?: boolean | undefined
  readonly time_zone?: string | undefined
  readonly encoding?: string | undefined
  readonly rows?: string | undefined
}
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
