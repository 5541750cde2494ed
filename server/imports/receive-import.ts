import type { ImportRecord } from '#lib/contracts/import-records.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import type { Upload } from '#server/platform/api/read-upload.ts'
import type { Reply } from '#server/platform/http/response.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { createImport } from './commands.ts'

type Input = {
  readonly upload: Upload
  readonly query: {
    readonly kind: ImportKind
    readonly mapping?: string | undefined
    readonly dry_run?: boolean | undefined
    readonly time_zone?: string | undefined
    readonly encoding?: string | undefined
  }
}

const endings: Readonly<Record<string, string>> = { 'text/csv': 'csv', 'application/json': 'json' }

/** Queues the import of a file that an API client sent; `base` is the path of its imports. */
export async function receiveImport(
  ctx: Context,
  { upload, query }: Input,
  base: string,
): Promise<Reply<ImportRecord>> {
  const { kind, mapping, dry_run, time_zone, encoding } = query
  const options = {
    ...(mapping !== undefined && { mapping_name: mapping }),
    ...(time_zone !== undefined && { time_zone }),
    ...(encoding !== undefined && { encoding }),
  }
  const fileName = `${kind}.${endings[upload.type] ?? 'ndjson'}`
  const body = await createImport(ctx, {
    ...{ upload, kind, options, fileName },
    ...{ source: 'api', status: 'queued', isDryRun: dry_run ?? false },
  })
  return { body, location: `${base}/${body.id}` }
}
