import type { ListPlace, ListQuery } from '#components/list/list-view.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { listProducts } from '#lib/contracts/products.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

export const productPlace: ListPlace = { path: pagePaths.products, noun: ['product', 'products'], pageSize: 50 }

export type ProductQuery = QueryOf<typeof listProducts> & ListQuery
