import type { QueryClient } from '@tanstack/react-query'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { listSavedViews, type SavedView } from '#lib/contracts/app/saved-views.ts'
import * as views from '#server/views/queries.ts'
import type { PageContext } from './page-context.ts'
import { prefetch } from './prefetch.ts'

/** The saved views of a list page, for its `SavedViews`. */
export function prefetchViews(client: QueryClient, ctx: PageContext, page: SavedView['page']): Promise<void> {
  const query = { page }
  return prefetch(client, listSavedViews, endpointQuery(listSavedViews, { query }), async () => ({
    result: await views.listSavedViews(ctx, query),
  }))
}
