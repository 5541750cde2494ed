import * as search from '#lib/contracts/app/search.ts'
import { routeTo } from '#server/platform/api/route.ts'
import { listFilterValues } from './filter-values.ts'
import { searchAll } from './queries.ts'

export const searchApi = [
  routeTo(search.listFilterValues, (ctx) => listFilterValues(ctx)),
  routeTo(search.searchAll, (ctx, { query }) => searchAll(ctx, query)),
]
