import * as savedViews from '#lib/contracts/app/saved-views.ts'
import { route, routeTo } from '#server/platform/api/route.ts'
import { createSavedView, deleteSavedView } from './commands.ts'
import { listSavedViews } from './queries.ts'

export const viewsApi = [
  routeTo(savedViews.deleteSavedView, (ctx, { params }) => deleteSavedView(ctx, params.id)),
  route(savedViews.listSavedViews, async (ctx, { query }) => ({
    body: { result: await listSavedViews(ctx, query) },
  })),
  route(savedViews.createSavedView, async (ctx, { body }) => {
    const view = await createSavedView(ctx, body)
    return { body: view, location: `/api/app/v1/views/${view.id}` }
  }),
]
