import { type DehydratedState, HydrationBoundary } from '@tanstack/react-query'
import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { InvalidFilter } from '#components/filter/invalid-filter.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { ColumnChooser } from '#components/list/column-chooser.tsx'
import { listShownFields, showColumns, toChooserColumns } from '#components/list/column-model.ts'
import { ExportMenu } from '#components/list/export-menu.tsx'
import { FacetedList } from '#components/list/faceted-list.tsx'
import type { ListColumn, ShownColumns } from '#components/list/list-column.tsx'
import type { ListFilterProps } from '#components/list/list-filter-tools.tsx'
import { ListFilters } from '#components/list/list-filters.tsx'
import { ListSearch } from '#components/list/list-search.tsx'
import { ListTable, showAllColumns } from '#components/list/list-table.tsx'
import { getPageName, type ListQuery, type ListView, listHref, pickPlace } from '#components/list/list-view.ts'
import { readChoice } from '#components/ui/stored-choice.ts'
import { SavedViews } from '#components/views/saved-views.tsx'
import { ColumnsQuery } from '#lib/api/columns-query.ts'
import { type Facet, type FacetCounts, narrowByFacets } from '#lib/api/facets.ts'
import { type PageSearchParams, readPageQuery } from '#lib/api/page-query.ts'
import type { SavedView } from '#lib/contracts/app/search.ts'
import { type Endpoint, mayCall, type QueryOf } from '#lib/contracts/endpoint.ts'
import type { Page } from '#lib/contracts/pages.ts'
import { readFilterParts } from '#lib/filter/filter-parts.ts'
import { getPageContext, type PageContext } from '#server/pages/page-context.ts'
import { listSavedViews } from '#server/views/queries.ts'

/** An endpoint that lists records by page. */
type ListEndpoint = Endpoint & { readonly query: z.ZodObject }

/** The data that the slots of a page render. */
type Part<Query extends ListQuery, Rows> = {
  readonly ctx: PageContext
  readonly query: Query
  /** Null while the filter expression is invalid. */
  readonly page: Rows | null
  /** Props of the components that filter. */
  readonly filtering: ListFilterProps<Query>
  readonly shown: ShownColumns
}

type Slots<Row, Query extends ListQuery, Rows> = {
  /** Above the heading, such as tabs. */
  readonly tabs?: (ctx: PageContext) => ReactNode
  /** Beside the title. */
  readonly meta?: (ctx: PageContext) => ReactNode | Promise<ReactNode>
  /** Further buttons of the heading. */
  readonly actions?: (ctx: PageContext) => ReactNode
  /** Filters of its own, between header and table. */
  readonly filters?: (part: Part<Query, Rows>) => ReactNode | Promise<ReactNode>
  /** Filters of the page that an export needs too. */
  readonly exported?: (ctx: PageContext, query: Query) => Readonly<Record<string, unknown>>
  /** The columns, if they depend on the rows. */
  readonly columns?: (rows: readonly Row[]) => readonly ListColumn<Row, Query>[]
  /** Shows the rows in place of `ListTable`. */
  readonly table?: (part: Part<Query, Rows> & { readonly page: Rows }) => ReactNode
  /** True for a view that shows rows without columns, such as a board. */
  readonly hasNoColumns?: (query: Query) => boolean
}

/** The rows; or the initial content of the cache in the browser from which the table reads its rows. */
type ListRows<Row> = Pick<Page<Row>, 'total'> & {
  readonly rows?: readonly Row[]
  readonly cache?: DehydratedState
  /** Counts of the values of the facets. */
  readonly facetCounts?: FacetCounts
}

/** Maximum page size in the URL. */
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
    const reading = readFilterParts(query.query ?? '', fields)
    const [jar, page, views] = await Promise.all([
      cookies(),
      reading.ok ? list(ctx, input) : null,
      view.hasViews ? listSavedViews(ctx, { page: name }) : [],
    ])
    const columns = slots.columns?.(page?.rows ?? []) ?? view.columns
    const hasColumns = !slots.hasNoColumns?.(query)
    const chosen = query.columns ?? readChoice(jar, `columns-${name}`)
    const shown = view.hasColumnChoice ? showColumns(columns, chosen) : showAllColumns(view)
    const showsLanguage = readChoice(jar, 'filter-language') === 'shown'
    const filtering = { query, reading, fields, showsLanguage }
    const part = { ctx, query, page, filtering, shown }
    const isExportable = slots.exported !== undefined || 'format' in endpoint.query.shape
    return (
      <HydrationBoundary state={page?.cache}>
        {slots.tabs?.(ctx)}
        <PageHeader
          title={view.title}
          meta={await slots.meta?.(ctx)}
          description={view.description}
          actions={
            <>
              <ListTools
                view={view}
                query={query}
                views={views}
                columns={hasColumns ? columns : null}
                shown={shown}
                isAdmin={ctx.actor.role === 'admin'}
              />
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
        {slots.filters ? await slots.filters(part) : <ViewFilters view={view} filtering={filtering} />}
        <ViewFacets view={view} filtering={filtering} counts={page?.facetCounts ?? null}>
          {!reading.ok ? (
            <InvalidFilter error={reading.error} clearHref={listHref(view, query, { query: undefined })} />
          ) : page && slots.table ? (
            slots.table({ ...part, page })
          ) : (
            <ListTable view={view} rows={page?.rows ?? []} total={page?.total ?? 0} query={query} shown={shown} />
          )}
        </ViewFacets>
      </HydrationBoundary>
    )
  }
}

/** The tools in the heading that the view declares: search, saved views and the chooser of columns. */
function ListTools<Row, Query extends ListQuery>({
  view,
  query,
  views,
  columns,
  shown,
  isAdmin,
}: {
  readonly view: ListView<Row, Query>
  readonly query: Query
  readonly views: readonly SavedView[]
  /** Null if the rows are shown without columns. */
  readonly columns: readonly ListColumn<Row, Query>[] | null
  readonly shown: ShownColumns
  readonly isAdmin: boolean
}) {
  const page = getPageName(view)
  return (
    <>
      {view.search && !view.facets ? (
        <ListSearch place={pickPlace(view)} query={query} placeholder={view.search.placeholder} />
      ) : null}
      {view.hasViews ? (
        <SavedViews
          page={page}
          views={views}
          href={listHref(view, query)}
          columns={shown.isChosen ? shown.ids.join() : null}
          mayDeleteAll={isAdmin}
        />
      ) : null}
      {view.hasColumnChoice && columns ? (
        <ColumnChooser
          page={page}
          columns={toChooserColumns(columns)}
          shown={shown}
          href={listHref(view, query, { columns: undefined })}
        />
      ) : null}
    </>
  )
}

type Filtered<Row, Query extends ListQuery> = {
  readonly view: ListView<Row, Query>
  readonly filtering: ListFilterProps<Query>
}

/** The filter above the table, if the view has one and no facets beside the table. */
function ViewFilters<Row, Query extends ListQuery>({ view, filtering }: Filtered<Row, Query>) {
  if (!view.filter || view.facets) return null
  return <ListFilters {...filtering} place={pickPlace(view)} filter={view.filter} />
}

/** The table, with the facets of the view beside it. */
function ViewFacets<Row, Query extends ListQuery>({
  view,
  filtering,
  counts,
  children,
}: Filtered<Row, Query> & { readonly counts: FacetCounts | null; readonly children: ReactNode }) {
  if (!view.facets || !view.filter || !view.search) return children
  return (
    <FacetedList
      {...filtering}
      place={pickPlace(view)}
      searchPlaceholder={view.search.placeholder}
      filter={view.filter}
      facets={view.facets}
      counts={counts}
    >
      {children}
    </FacetedList>
  )
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
    ...readPageQuery(ColumnsQuery, params),
    limit: Math.min(read.limit ?? pageSize, maxPageSize),
  }
}

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
