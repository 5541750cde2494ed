import * as filterValues from '#lib/contracts/app/filter-values.ts'
import * as search from '#lib/contracts/app/search.ts'
import { routeTo } from '#server/platform/api/route.ts'
import { listFilterValues } from './filter-values.ts'
import { searchAll } from './queries.ts'

export const searchApi = [
  routeTo(filterValues.listFilterValues, (ctx) => listFilterValues(ctx)),
  routeTo(search.searchAll, (ctx, { query }) => searchAll(ctx, query)),
]
