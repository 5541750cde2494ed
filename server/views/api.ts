import * as search from '#lib/contracts/app/search.ts'
import { route, routeTo, routeToList } from '#server/platform/api/route.ts'
import { createSavedView, deleteSavedView } from './commands.ts'
import { listSavedViews } from './queries.ts'

export const viewsApi = [
  routeTo(search.deleteSavedView, (ctx, { params }) => deleteSavedView(ctx, params.id)),
  routeToList(search.listSavedViews, (ctx, { query }) => listSavedViews(ctx, query)),
  route(search.createSavedView, async (ctx, { body }) => {
    const view = await createSavedView(ctx, body)
    return { body: view, location: `/api/app/v1/views/${view.id}` }
  }),
]
