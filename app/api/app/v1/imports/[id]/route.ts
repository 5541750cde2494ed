import * as contract from '#lib/contracts/app/imports.ts'
import { updateImport } from '#server/import/jobs/commands.ts'
import { deleteImport } from '#server/import/jobs/delete-import.ts'
import { getImport } from '#server/import/jobs/queries.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.getImport, async (ctx, { params }) => ({ body: await getImport(ctx, params.id) }))

export const PATCH = route(contract.updateImport, async (ctx, { params, body }) => ({
  body: await updateImport(ctx, params.id, body.options),
}))

export const DELETE = route(contract.deleteImport, async (ctx, { params }) => {
  await deleteImport(ctx, params.id)
  return { body: null }
})
