import * as contract from '#lib/contracts/app/saved-views.ts'
import { route } from '#server/platform/api/route.ts'
import { createSavedView } from '#server/views/commands.ts'
import { listSavedViews } from '#server/views/queries.ts'

export const GET = route(contract.listSavedViews, async (ctx, { query }) => ({
  body: { result: await listSavedViews(ctx, query) },
}))

export const POST = route(contract.createSavedView, async (ctx, { body }) => {
  const view = await createSavedView(ctx, body)
  return { body: view, location: `/api/app/v1/views/${view.id}` }
})
