import { type DehydratedState, HydrationBoundary } from '@tanstack/react-query'
import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { PageHeader } from '#components/layout/page-header.tsx'
import { ColumnChooser } from '#components/list/column-chooser.tsx'
import { ExportMenu } from '#components/list/export-menu.tsx'
import { FacetedList } from '#components/list/faceted-list.tsx'
import {
  type ListColumn,
  listShownFields,
  type ShownColumns,
  showColumns,
  toChooserColumns,
} from '#components/list/list-column.tsx'
import { type ListFilterProps, ListFilters, ListSearch } from '#components/list/list-filter-tools.tsx'
import { InvalidFilter, ListTable, showAllColumns } from '#components/list/list-table.tsx'
import { getPageName, type ListQuery, type ListView, listHref, pickPlace } from '#components/list/list-view.ts'
import { readChoice } from '#components/ui/stored-choice.ts'
import { SavedViews } from '#components/views/saved-views.tsx'
import { type Facet, type FacetCounts, narrowByFacets } from '#lib/api/facets.ts'
import { type PageSearchParams, readPageQuery } from '#lib/api/page-query.ts'
import { type Endpoint, mayCall, type QueryOf } from '#lib/contracts/endpoint.ts'
import type { Page } from '#lib/contracts/pages.ts'
import { readFilterParts } from '#lib/filter/filter-parts.ts'
import { getPageContext, type PageContext } from '#server/pages/page-context.ts'
import { listSavedViews } from '#server/views/queries.ts'

type ListEndpoint = Endpoint & { readonly query: z.ZodObject }

type Part<Query extends ListQuery, Rows> = {
  readonly ctx: PageContext
  readonly query: Query
  readonly page: Rows | null
  readonly filtering: ListFilterProps<Query>
  readonly shown: ShownColumns
}

type Slots<Row, Query extends ListQuery, Rows> = {
  readonly tabs?: (ctx: PageContext) => ReactNode
  readonly meta?: (ctx: PageContext) => ReactNode | Promise<ReactNode>
  readonly actions?: (ctx: PageContext) => ReactNode
  /** Filters of its own, between header and table. */
  readonly filters?: (part: Part<Query, Rows>) => ReactNode | Promise<ReactNode>
  /** Filters of the page that an export needs too. */
  readonly exported?: (ctx: PageContext, query: Query) => Readonly<Record<string, unknown>>
  readonly columns?: (rows: readonly Row[]) => readonly ListColumn<Row, Query>[]
  /** Shows the rows in place of `ListTable`. */
  readonly table?: (part: Part<Query, Rows> & { readonly page: Rows }) => ReactNode
}

/** The rows; or the initial content of the cache in the browser from which the table reads its rows. */
type ListRows<Row> = Pick<Page<Row>, 'total'> & {
  readonly rows?: readonly Row[]
  readonly cache?: DehydratedState
  readonly facetCounts?: FacetCounts
}

const maxPageSize = 100

/**
 * Creates the page of a list: the view declares its appearance, the endpoint its parameters, and `list` reads the rows.
 * Only roles that may call the endpoint can open it. Invalid parameters are ignored, except a filter expression, whose
 * error replaces the table.
 */
export function createListPage<Row, E extends ListEndpoint, Rows extends ListRows<Row> = ListRows<Row>>(
  view: ListView<Row, QueryOf<E> & ListQuery>,
  endpoint: E,
  list: (ctx: PageContext, query: QueryOf<E> & ListQuery) => Promise<Rows>,
  slots: Slots<Row, QueryOf<E> & ListQuery, Rows> = {},
) {
  const unsortable = view.columns.filter(({ sort }) => sort !== undefined && !sortsBy(endpoint, sort))
  if (unsortable.length > 0) {
    const names = unsortable.map(({ id, sort }) => `${id} by ${sort}`).join(', ')
    throw new Error(`${endpoint.path} does not sort the column ${names}: add the field to its sortBy.`)
  }
  const fields = endpoint.filterFields ?? {}
  const name = getPageName(view)
  return async ({ searchParams }: { searchParams: Promise<PageSearchParams> }) => {
    const params = await searchParams
    const query = readListQuery(endpoint, view, params)
    const input = narrowByFacets(view.facets ?? [], query)
    const ctx = await getPageContext(listHref(view, query, { page: query.page }), (role) => mayCall(role, endpoint))
    const reading = readFilterParts(query.query ?? '', fields, ctx.actor.zone)
    const [jar, page, views] = await Promise.all([
      cookies(),
      reading.ok ? list(ctx, input) : null,
      view.hasViews ? listSavedViews(ctx, { page: name }) : [],
    ])
    const columns = slots.columns?.(page?.rows ?? []) ?? view.columns
    const hasColumns = columns.length > 0
    const chosen = query.columns ?? readChoice(jar, `columns-${name}`)
    const shown = view.hasColumnChoice ? showColumns(columns, chosen) : showAllColumns(view)
    const showsLanguage = readChoice(jar, 'filter-language') === 'shown'
    const filtering = { query, reading, fields, showsLanguage }
    const part = { ctx, query, page, filtering, shown }
    const { search, filter, facets } = view
    const place = pickPlace(view)
    const isExportable = slots.exported !== undefined || 'format' in endpoint.query.shape
    const table = !reading.ok ? (
      <InvalidFilter error={reading.error} clearHref={listHref(view, query, { query: undefined })} />
    ) : page && slots.table ? (
      slots.table({ ...part, page })
    ) : (
      <ListTable view={view} rows={page?.rows ?? []} total={page?.total ?? 0} query={query} shown={shown} />
    )
    return (
      <HydrationBoundary state={page?.cache}>
        {slots.tabs?.(ctx)}
        <PageHeader
          title={view.title}
          meta={await slots.meta?.(ctx)}
          description={view.description}
          actions={
            <>
              {search && !facets ? <ListSearch place={place} query={query} placeholder={search.placeholder} /> : null}
              {view.hasViews ? (
                <SavedViews
                  page={name}
                  views={views}
                  href={listHref(view, query)}
                  columns={shown.isChosen ? shown.ids.join() : null}
                  mayDeleteAll={ctx.actor.role === 'admin'}
                />
              ) : null}
              {view.hasColumnChoice && hasColumns ? (
                <ColumnChooser
                  page={name}
                  columns={toChooserColumns(columns)}
                  shown={shown}
                  href={listHref(view, query, { columns: undefined })}
                />
              ) : null}
              {page && isExportable ? (
                <ExportMenu
                  path={endpoint.path}
                  query={slots.exported?.(ctx, query) ?? input}
                  {...(hasColumns ? { fields: listShownFields(columns, shown) } : {})}
                  total={page.total}
                  noun={view.noun[1]}
                />
              ) : null}
              {slots.actions?.(ctx)}
            </>
          }
        />
        {await slots.filters?.(part)}
        {filter && !facets && !slots.filters ? <ListFilters {...filtering} place={place} filter={filter} /> : null}
        {filter && facets && search ? (
          <FacetedList
            {...filtering}
            place={place}
            searchPlaceholder={search.placeholder}
            filter={filter}
            facets={facets}
            counts={page?.facetCounts ?? null}
          >
            {table}
          </FacetedList>
        ) : (
          table
        )}
      </HydrationBoundary>
    )
  }
}

const sortsBy = ({ query }: ListEndpoint, sort: string) => query.shape.sort?.safeParse(sort).success ?? false

/** Reads the query of the endpoint from the URL. Pages go by number, so a cursor in the URL is ignored. */
function readListQuery<E extends ListEndpoint>(
  endpoint: E,
  { pageSize, facets = [] }: { readonly pageSize: number; readonly facets?: readonly Facet[] },
  params: PageSearchParams,
) {
  const { cursor, ...asked } = params
  const read = readPageQuery(endpoint.query, { limit: String(pageSize), ...asked }) as QueryOf<E> & ListQuery
  return {
    ...read,
    ...readPageQuery(chosenFacets(facets), params),
    ...readPageQuery(columnsQuery, params),
    limit: Math.min(read.limit ?? pageSize, maxPageSize),
  }
}

/** Ids of the columns of a saved view, separated by commas. */
const columnsQuery = z.object({ columns: z.string().max(800).optional() })

const chosenFacets = (facets: readonly Facet[]) =>
  z.object(
    Object.fromEntries(
      facets.flatMap(({ parameter, field, labels }) =>
        field === undefined
          ? []
          : [[parameter, (labels ? z.enum(Object.keys(labels)) : z.string().max(2_000)).optional()]],
      ),
    ),
  )
