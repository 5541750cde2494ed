import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { InvalidFilter } from '#components/filter/invalid-filter.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { ColumnChooser } from '#components/list/column-chooser.tsx'
import { chooserColumns, layoutParams, showColumns, shownFields } from '#components/list/column-model.ts'
import { ExportMenu } from '#components/list/export-menu.tsx'
import { ListSearch } from '#components/list/list-search.tsx'
import type { ListPlace } from '#components/list/list-view.ts'
import { defaultQueueColumns } from '#components/queue/queue-columns.tsx'
import { QueueFilters } from '#components/queue/queue-filters.tsx'
import { QueueTable } from '#components/queue/queue-table.tsx'
import { formatCount } from '#components/ui/format-count.ts'
import { storedChoice } from '#components/ui/stored-choice.ts'
import { TextLink } from '#components/ui/text-link.tsx'
import { SavedViews } from '#components/views/saved-views.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { LayoutQuery } from '#lib/api/layout-query.ts'
import { type PageSearchParams, readPageQuery } from '#lib/api/page-query.ts'
import { countInput, queueAddress, queueInput } from '#lib/api/queue-address.ts'
import { countQueue, listQueue, queueFields } from '#lib/contracts/app/queue.ts'
import type { ResponseOf } from '#lib/contracts/endpoint.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { readFilterParts } from '#lib/filter/filter-parts.ts'
import { countUnrecordedChanges } from '#server/deployments/unrecorded-changes.ts'
import { readListLayout } from '#server/pages/list-layout.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { prefetch } from '#server/pages/prefetch.ts'
import { recordList } from '#server/platform/api/list-reply.ts'
import { hasRole } from '#server/platform/auth/caller.ts'
import { listSavedViews } from '#server/views/queries.ts'
import * as counts from '#server/worklist/queue/count-queue.ts'
import * as queue from '#server/worklist/queue/queries.ts'

export const metadata: Metadata = { title: 'Changes' }

const queuePlace: ListPlace = { path: pagePaths.changes, noun: ['change', 'changes'], pageSize: 25 }

export default async function ChangesPage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const params = await searchParams
  const query = { ...readPageQuery(listQueue.query, params), ...readPageQuery(LayoutQuery, params) }
  const ctx = await getPageContext(queueAddress(query, { page: query.page }))
  const reading = readFilterParts(query.query ?? '', queueFields)
  const [input, counted] = [queueInput(query), countInput(query)]
  const client = new QueryClient()
  const [layout, views] = await Promise.all([
    readListLayout(ctx, 'changes', query),
    listSavedViews(ctx, { page: 'changes' }),
    reading.ok
      ? prefetch(client, listQueue, endpointQuery(listQueue, { query: input }), async () => {
          return recordList(await queue.listQueue(ctx, input), input).body
        })
      : null,
    reading.ok
      ? prefetch(client, countQueue, endpointQuery(countQueue, { query: counted }), () =>
          counts.countQueue(ctx, counted),
        )
      : null,
  ])
  const canManage = hasRole(ctx.actor.role, 'manager')
  const unrecorded = canManage ? await countUnrecordedChanges(ctx) : 0
  const list = client.getQueryData<ResponseOf<typeof listQueue>>(endpointQuery(listQueue, { query: input }).queryKey)
  const columns = defaultQueueColumns(list?.result ?? [])
  const shown = showColumns(columns, layout)
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PageHeader
        title="Changes"
        meta={
          unrecorded > 0 ? (
            <TextLink href={pagePaths.unrecordedChanges} className="text-sm">
              {`${formatCount(unrecorded)} unrecorded ${unrecorded === 1 ? 'change' : 'changes'}`}
            </TextLink>
          ) : null
        }
        actions={
          <>
            <ListSearch place={queuePlace} query={query} placeholder="Number or title" />
            <SavedViews
              page="changes"
              views={views}
              address={queueAddress(query)}
              layout={layoutParams(shown)}
              mayDeleteAll={ctx.actor.role === 'admin'}
            />
            <ColumnChooser
              page="changes"
              columns={chooserColumns(columns)}
              shown={shown}
              address={queueAddress(query, { columns: undefined, density: undefined })}
            />
            {list ? (
              <ExportMenu
                path={listQueue.path}
                query={input}
                fields={shownFields(columns, shown)}
                total={list.total_count}
                noun="changes"
              />
            ) : null}
          </>
        }
      />
      <QueueFilters
        query={query}
        reading={reading}
        fields={queueFields}
        email={ctx.actor.email}
        showsLanguage={storedChoice(await cookies(), 'language') === 'shown'}
      />
      {reading.ok ? (
        <QueueTable query={query} shown={shown} canManage={canManage} />
      ) : (
        <InvalidFilter error={reading.error} clearHref={queueAddress(query, { query: undefined })} />
      )}
    </HydrationBoundary>
  )
}
