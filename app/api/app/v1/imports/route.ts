import * as contract from '#lib/contracts/app/imports.ts'
import { createImport } from '#server/import/jobs/commands.ts'
import { assertMayImport } from '#server/import/jobs/find-import.ts'
import { listImports } from '#server/import/jobs/queries.ts'
import { importUploads } from '#server/import/jobs/store-upload.ts'
import { toRecordList } from '#server/platform/api/list-result.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.listImports, async (ctx, { query }) =>
  toRecordList(await listImports(ctx, query), query),
)

export const POST = route(
  contract.uploadImport,
  async (ctx, { query, upload }) => {
    const file = { upload, kind: query.kind, fileName: query.file_name }
    const body = await createImport(ctx, { ...file, source: 'page', options: {}, status: 'draft', isDryRun: false })
    return { body, location: `/api/app/v1/imports/${body.id}` }
  },
  { uploads: { ...importUploads, check: async (ctx, { kind }) => assertMayImport(ctx, kind) } },
)
