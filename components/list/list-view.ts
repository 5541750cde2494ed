import type { LucideIcon } from 'lucide-react'
import type { OfferedNames } from '#components/filter/offered-values.ts'
import type { QuickFilter } from '#components/filter/quick-filters.tsx'
import type { Facet } from '#lib/api/facets.ts'
import type { LayoutQuery } from '#lib/api/layout-query.ts'
import { addressWith } from '#lib/api/page-query.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import type { ListColumn } from './list-column.tsx'

/** The URL parameters of a list page; other parameters are filters of its endpoint. */
export type ListQuery = {
  page: number
  limit: number
  sort?: string | undefined
  search?: string | undefined
  /** An expression of the filter language. */
  query?: string | undefined
} & LayoutQuery

/** What identifies a list page in addresses; plain data, so that a page can pass it to the browser. */
export type ListPlace = {
  readonly path: string
  /** What a row is: `['incident', 'incidents']`. */
  readonly noun: readonly [singular: string, plural: string]
  /** Rows of a page unless the address says otherwise, and then left out of it. */
  readonly pageSize: number
}

export type ListFilter = {
  /** An example expression. */
  readonly placeholder: string
  readonly offer?: OfferedNames
  readonly quick: readonly QuickFilter[]
}

/** A list page as a declaration: `createListPage` makes the page of it, `ListTable` its table. */
export type ListView<Row, Query extends ListQuery = ListQuery> = ListPlace & {
  readonly title: string
  /** The name of the table, where it differs from the title. */
  readonly caption?: string
  readonly description?: string
  /** The field that identifies a row. */
  readonly key: keyof Row & string
  /** The order without `sort` in the address, as the endpoint has it. */
  readonly sort?: string
  readonly columns: readonly ListColumn<Row, Query>[]
  /** Classes of each row. */
  readonly rowClass?: string
  /** Each person may choose the columns. */
  readonly hasLayout?: true
  /** People save and share views: the address with its filters, under a name. */
  readonly hasViews?: true
  /** Rows have a page, so that the keys j and k go through them. */
  readonly opensRows?: boolean
  readonly search?: { readonly placeholder: string; readonly hint?: string }
  readonly filter?: ListFilter
  /**
   * Values that narrow the list by clicks, beside the rows; the page reads their counts with the rows. The search is one
   * for words then, with the best match first, and stands above both.
   */
  readonly facets?: readonly Facet[]
  readonly empty: {
    readonly icon: LucideIcon
    /** `No incidents yet` by default. */
    readonly title?: string
    readonly text?: string
    readonly imports?: ImportKind
  }
}

/** The name under which saved views and layouts of a page are stored: `changes-unrecorded` for /changes/unrecorded. */
export const pageNameOf = ({ path }: Pick<ListPlace, 'path'>): string => path.slice(1).replaceAll('/', '-')

/** The part of a view that a component of the browser needs. */
export const placeOf = ({ path, noun, pageSize }: ListPlace): ListPlace => ({ path, noun, pageSize })

/** The URL of a list page with changed parameters; see `addressWith`. */
export function listHref(
  { path, pageSize }: Pick<ListPlace, 'path' | 'pageSize'>,
  query: ListQuery,
  changes: Readonly<Record<string, unknown>> = {},
): string {
  const limit = changes.limit ?? query.limit
  return addressWith(path, query, { ...changes, limit: limit === pageSize ? undefined : limit })
}

const notNarrowing = new Set(['page', 'limit', 'sort', 'columns', 'density'])

/** The parameters that narrow the list, such as `search` and `query`. */
export const narrowingParameters = (query: ListQuery): string[] =>
  Object.entries(query).flatMap(([name, value]) => (value === undefined || notNarrowing.has(name) ? [] : [name]))
