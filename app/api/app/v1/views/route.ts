import { createSavedView, listSavedViews } from '#lib/contracts/app/saved-views.ts'
import { route } from '#server/platform/api/route.ts'
import * as commands from '#server/views/commands.ts'
import * as queries from '#server/views/queries.ts'

export const GET = route(listSavedViews, async (ctx, { query }) => ({
  body: { result: await queries.listSavedViews(ctx, query) },
}))

export const POST = route(createSavedView, async (ctx, { body }) => {
  const view = await commands.createSavedView(ctx, body)
  return { body: view, location: `/api/app/v1/views/${view.id}` }
})
