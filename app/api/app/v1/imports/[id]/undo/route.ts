import { undoImport } from '#lib/contracts/app/imports.ts'
import * as undo from '#server/import/jobs/undo-import.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(undoImport, async (ctx, { params }) => ({ body: await undo.undoImport(ctx, params.id) }))
