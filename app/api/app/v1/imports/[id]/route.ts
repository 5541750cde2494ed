import { deleteImport, getImport, updateImport } from '#lib/contracts/app/imports.ts'
import * as commands from '#server/import/jobs/commands.ts'
import * as deletion from '#server/import/jobs/delete-import.ts'
import * as queries from '#server/import/jobs/queries.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(getImport, async (ctx, { params }) => ({ body: await queries.getImport(ctx, params.id) }))

export const PATCH = route(updateImport, async (ctx, { params, body }) => ({
  body: await commands.updateImport(ctx, params.id, body.options),
}))

export const DELETE = route(deleteImport, async (ctx, { params }) => {
  await deletion.deleteImport(ctx, params.id)
  return { body: null }
})
