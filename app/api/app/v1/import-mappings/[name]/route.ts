import { deleteSavedMapping, saveMapping } from '#lib/contracts/app/import-mappings.ts'
import * as mappings from '#server/import/jobs/mappings.ts'
import { route } from '#server/platform/api/route.ts'

export const PUT = route(saveMapping, async (ctx, { params, body }) => ({
  body: await mappings.saveMapping(ctx, params.name, body),
}))

export const DELETE = route(deleteSavedMapping, async (ctx, { params }) => {
  await mappings.deleteSavedMapping(ctx, params.name)
  return { body: null }
})
