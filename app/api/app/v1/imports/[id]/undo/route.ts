import * as contract from '#lib/contracts/app/imports.ts'
import { undoImport } from '#server/import/jobs/undo-import.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(contract.undoImport, async (ctx, { params }) => ({ body: await undoImport(ctx, params.id) }))
