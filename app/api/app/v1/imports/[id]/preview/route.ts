import * as contract from '#lib/contracts/app/import-preview.ts'
import { previewDraft } from '#server/import/jobs/preview-draft.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(contract.previewImport, async (ctx, { params, body, request }) => ({
  body: await previewDraft(ctx, params.id, body.options, request.left),
}))
