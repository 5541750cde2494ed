import { deleteSavedView } from '#lib/contracts/app/saved-views.ts'
import { route } from '#server/platform/api/route.ts'
import * as commands from '#server/views/commands.ts'

export const DELETE = route(deleteSavedView, async (ctx, { params }) => {
  await commands.deleteSavedView(ctx, params.id)
  return { body: null }
})
