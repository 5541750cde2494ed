import * as contract from '#lib/contracts/app/saved-views.ts'
import { route } from '#server/platform/api/route.ts'
import { deleteSavedView } from '#server/views/commands.ts'

export const DELETE = route(contract.deleteSavedView, async (ctx, { params }) => {
  await deleteSavedView(ctx, params.id)
  return { body: null }
})
