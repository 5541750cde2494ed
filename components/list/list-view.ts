import type { LucideIcon } from 'lucide-react'
import type { OfferedNames } from '#components/filter/offered-values.ts'
import type { QuickFilter } from '#components/filter/quick-filters.tsx'
import type { Facet } from '#lib/api/facets.ts'
import { buildHref } from '#lib/api/page-query.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import type { ListColumn } from './list-column.tsx'

/** URL parameters of a list page. Further parameters are filters of its endpoint. */
export type ListQuery = {
  page: number
  limit: number
  sort?: string | undefined
  search?: string | undefined
  query?: string | undefined
  /** Ids of the columns of a saved view, separated by commas. */
  columns?: string | undefined
}

/** Path, noun and page size of a list: plain data, so that a page can pass it to the browser. */
export type ListPlace = {
  readonly path: string
  /** Singular and plural of a row: `['incident', 'incidents']`. */
  readonly noun: readonly [singular: string, plural: string]
  /** Rows per page by default; the default is left out of the URL. */
  readonly pageSize: number
}

export type ListFilter = {
  readonly placeholder: string
  readonly offer?: OfferedNames
  readonly quick: readonly QuickFilter[]
}

/** Declaration of a list page. `createListPage` makes its page, `ListTable` its table. */
export type ListView<Row, Query extends ListQuery = ListQuery> = ListPlace & {
  readonly title: string
  readonly caption?: string
  readonly description?: string
  readonly key: keyof Row & string
  /** Default order of the endpoint, without `sort` in the URL. */
  readonly sort?: string
  readonly columns: readonly ListColumn<Row, Query>[]
  readonly rowClass?: string
  readonly hasColumnChoice?: true
  /** True if people can save and share the URL with its filters as a named view. */
  readonly hasViews?: true
  /** True if rows have a page, so that the keys j and k move between them. */
  readonly opensRows?: boolean
  readonly search?: { readonly placeholder: string; readonly hint?: string }
  readonly filter?: ListFilter
  /**
   * Values beside the rows that narrow the list by clicks; the page reads their counts with the rows. The search is
   * then a full-text search with the best match first, and stands above both.
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

/** The name under which saved views and columns are stored: `changes-unrecorded` for /changes/unrecorded. */
export const getPageName = ({ path }: Pick<ListPlace, 'path'>): string => path.slice(1).replaceAll('/', '-')

/** Returns the part of a view that components in the browser need. */
export const pickPlace = ({ path, noun, pageSize }: ListPlace): ListPlace => ({ path, noun, pageSize })

/** Returns the URL of a list page with changed parameters; see `buildHref`. */
export function listHref(
  { path, pageSize }: Pick<ListPlace, 'path' | 'pageSize'>,
  query: ListQuery,
  changes: Readonly<Record<string, unknown>> = {},
): string {
  const limit = changes.limit ?? query.limit
  return buildHref(path, query, { ...changes, limit: limit === pageSize ? undefined : limit })
}

const notNarrowing = new Set(['page', 'limit', 'sort', 'columns'])

export const listNarrowingParameters = (query: ListQuery): string[] =>
  Object.entries(query).flatMap(([name, value]) => (value === undefined || notNarrowing.has(name) ? [] : [name]))
