import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { InvalidFilter } from '#components/filter/invalid-filter.tsx'
import { incidentAddress } from '#components/incidents/incident-address.ts'
import { incidentColumns } from '#components/incidents/incident-columns.tsx'
import { IncidentFilters } from '#components/incidents/incident-filters.tsx'
import { IncidentSearch } from '#components/incidents/incident-search.tsx'
import { IncidentTable } from '#components/incidents/incident-table.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { ColumnChooser } from '#components/list/column-chooser.tsx'
import { chooserColumns, layoutParams, showColumns, shownFields } from '#components/list/column-model.ts'
import { ExportMenu } from '#components/list/export-menu.tsx'
import { storedChoice } from '#components/ui/stored-choice.ts'
import { SavedViews } from '#components/views/saved-views.tsx'
import { IncidentQuery } from '#lib/api/incident-query.ts'
import { LayoutQuery } from '#lib/api/layout-query.ts'
import { type PageSearchParams, readPageQuery } from '#lib/api/page-query.ts'
import { incidentFields, listIncidents } from '#lib/contracts/incidents.ts'
import { readFilterParts } from '#lib/filter/filter-parts.ts'
import * as incidents from '#server/incidents/queries.ts'
import { readListLayout } from '#server/pages/list-layout.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { prefetchViews } from '#server/pages/prefetch-views.ts'

export const metadata: Metadata = { title: 'Incidents' }

export default async function IncidentsPage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const params = await searchParams
  const query = { ...readPageQuery(IncidentQuery, params), ...readPageQuery(LayoutQuery, params) }
  const ctx = await getPageContext(incidentAddress(query, { page: query.page }))
  const reading = readFilterParts(query.query ?? '', incidentFields)
  const client = new QueryClient()
  const [layout, page] = await Promise.all([
    readListLayout(ctx, 'incidents', query),
    reading.ok ? incidents.listIncidents(ctx, query) : null,
    prefetchViews(client, ctx, 'incidents'),
  ])
  const shown = showColumns(incidentColumns, layout)
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PageHeader
        title="Incidents"
        actions={
          <>
            <IncidentSearch query={query} />
            <SavedViews
              page="incidents"
              address={incidentAddress(query)}
              layout={layoutParams(shown)}
              mayDeleteAll={ctx.actor.role === 'admin'}
            />
            <ColumnChooser
              page="incidents"
              columns={chooserColumns(incidentColumns)}
              shown={shown}
              address={incidentAddress(query, { columns: undefined, density: undefined })}
            />
            {page ? (
              <ExportMenu
                path={listIncidents.path}
                query={query}
                fields={shownFields(incidentColumns, shown)}
                total={page.total}
                noun="incidents"
              />
            ) : null}
          </>
        }
      />
      <IncidentFilters
        query={query}
        reading={reading}
        fields={incidentFields}
        showsLanguage={storedChoice(await cookies(), 'language') === 'shown'}
      />
      {reading.ok ? (
        <IncidentTable incidents={page?.rows ?? []} total={page?.total ?? 0} query={query} shown={shown} />
      ) : (
        <InvalidFilter error={reading.error} clearHref={incidentAddress(query, { query: undefined })} />
      )}
    </HydrationBoundary>
  )
}
