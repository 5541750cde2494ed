import * as importPreview from '#lib/contracts/app/import-preview.ts'
import * as imports from '#lib/contracts/app/imports.ts'
import { route, routeTo, routeToList } from '#server/platform/api/route.ts'
import { cancelImport, createImport, deleteImport, runImport, updateImport } from './jobs/commands.ts'
import { listSavedMappings, saveMapping } from './jobs/mappings.ts'
import { previewDraft } from './jobs/preview-draft.ts'
import { assertMayImport, getImport, listImports } from './jobs/queries.ts'
import { getRefusedFile, listRefusedRows, resubmitRows } from './jobs/refused-rows.ts'
import { importUploads } from './jobs/stored-content.ts'
import { undoImport } from './jobs/undo-import.ts'
import { listPresetMappings } from './presets/find-preset.ts'

export const importApi = [
  routeTo(imports.saveMapping, (ctx, { params, body }) => saveMapping(ctx, params.name, body)),
  route(imports.listSavedMappings, async (ctx, { query: { kind } }) => ({
    body: {
      result: await listSavedMappings(ctx, kind),
      presets: kind === undefined ? [] : listPresetMappings(kind),
    },
  })),
  routeTo(imports.cancelImport, (ctx, { params }) => cancelImport(ctx, params.id)),
  route(imports.sendMendedRows, async (ctx, { params, body: { rows } }) => {
    const body = await resubmitRows(ctx, params.id, rows)
    return { body, location: `/api/app/v1/imports/${body.id}` }
  }),
  routeTo(importPreview.previewImport, (ctx, { params, body, request }) =>
    previewDraft(ctx, params.id, body.options, request.left),
  ),
  routeTo(imports.listRefusedRows, (ctx, { params, query }) => listRefusedRows(ctx, params.id, query)),
  route(imports.getRefusedRows, async (ctx, { params }) => ({
    body: null,
    file: await getRefusedFile(ctx, params.id),
  })),
  routeTo(imports.getImport, (ctx, { params }) => getImport(ctx, params.id)),
  routeTo(imports.updateImport, (ctx, { params, body }) => updateImport(ctx, params.id, body.options)),
  routeTo(imports.deleteImport, (ctx, { params }) => deleteImport(ctx, params.id)),
  route(imports.runImport, async (ctx, { params, body }) => ({
    body: await runImport(ctx, params.id, body.dry_run),
    location: `/api/app/v1/imports/${params.id}`,
  })),
  routeTo(imports.undoImport, (ctx, { params }) => undoImport(ctx, params.id)),
  routeToList(imports.listImports, (ctx, { query }) => listImports(ctx, query)),
  route(
    imports.uploadImport,
    async (ctx, { query, upload }) => {
      const file = { upload, kind: query.kind, fileName: query.file_name }
      const body = await createImport(ctx, { ...file, source: 'page', options: {}, status: 'draft', isDryRun: false })
      return { body, location: `/api/app/v1/imports/${body.id}` }
    },
    { uploads: { ...importUploads, check: async (ctx, { kind }) => assertMayImport(ctx, kind) } },
  ),
]
