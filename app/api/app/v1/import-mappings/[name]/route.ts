import * as contract from '#lib/contracts/app/import-mappings.ts'
import { deleteSavedMapping, saveMapping } from '#server/import/jobs/mappings.ts'
import { route } from '#server/platform/api/route.ts'

export const PUT = route(contract.saveMapping, async (ctx, { params, body }) => ({
  body: await saveMapping(ctx, params.name, body),
}))

export const DELETE = route(contract.deleteSavedMapping, async (ctx, { params }) => {
  await deleteSavedMapping(ctx, params.name)
  return { body: null }
})
