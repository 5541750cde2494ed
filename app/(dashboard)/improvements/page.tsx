import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { improvementColumns } from '#components/improvements/improvement-columns.tsx'
import { Register } from '#components/improvements/register.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { ColumnChooser } from '#components/list/column-chooser.tsx'
import { chooserColumns, layoutParams, showColumns, shownFields } from '#components/list/column-model.ts'
import { ExportMenu } from '#components/list/export-menu.tsx'
import { storedChoice } from '#components/ui/stored-choice.ts'
import { SavedViews } from '#components/views/saved-views.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { countInput, registerAddress, tableInput } from '#lib/api/improvement-register.ts'
import { RegisterQuery } from '#lib/api/improvement-register-query.ts'
import { LayoutQuery } from '#lib/api/layout-query.ts'
import { type PageSearchParams, readPageQuery } from '#lib/api/page-query.ts'
import type { ResponseOf } from '#lib/contracts/endpoint.ts'
import { improvementFields, listImprovements } from '#lib/contracts/improvements.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { readFilterParts } from '#lib/filter/filter-parts.ts'
import { readListLayout } from '#server/pages/list-layout.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { prefetchRegister } from '#server/pages/prefetch-register.ts'
import { hasRole } from '#server/platform/auth/caller.ts'
import { todayOf } from '#server/platform/runtime/context.ts'
import { listSavedViews } from '#server/views/queries.ts'

export const metadata: Metadata = { title: 'Improvements' }

export default async function ImprovementsPage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const params = await searchParams
  const query = { ...readPageQuery(RegisterQuery, params), ...readPageQuery(LayoutQuery, params) }
  const ctx = await getPageContext(registerAddress(pagePaths.improvements, query, { page: query.page }))
  const reader = { me: ctx.actor.email, today: todayOf(ctx) }
  const reading = readFilterParts(query.query ?? '', improvementFields)
  const client = new QueryClient()
  const [layout, views] = await Promise.all([
    readListLayout(ctx, 'improvements', query),
    listSavedViews(ctx, { page: 'improvements' }),
    prefetchRegister(client, ctx, reading.ok ? query : null, reader),
  ])
  const input = tableInput(query, reader)
  const isBoard = query.view === 'board'
  const counted = isBoard ? countInput(query, reader) : input
  const list = client.getQueryData<ResponseOf<typeof listImprovements>>(
    endpointQuery(listImprovements, { query: counted }).queryKey,
  )
  const shown = showColumns(improvementColumns, layout)
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PageHeader
        title="Improvements"
        description="Actions from reviews, with owner and due date."
        actions={
          <>
            <SavedViews
              page="improvements"
              views={views}
              address={registerAddress(pagePaths.improvements, query, {})}
              layout={layoutParams(shown)}
              mayDeleteAll={ctx.actor.role === 'admin'}
            />
            {isBoard ? null : (
              <ColumnChooser
                page="improvements"
                columns={chooserColumns(improvementColumns)}
                shown={shown}
                address={registerAddress(pagePaths.improvements, query, { columns: undefined, density: undefined })}
              />
            )}
            {list ? (
              <ExportMenu
                path={listImprovements.path}
                query={input}
                {...(isBoard ? {} : { fields: shownFields(improvementColumns, shown) })}
                total={list.total_count}
                noun="actions"
              />
            ) : null}
          </>
        }
      />
      <Register
        query={query}
        reader={reader}
        reading={reading}
        fields={improvementFields}
        shown={shown}
        canWrite={hasRole(ctx.actor.role, 'reviewer')}
        showsLanguage={storedChoice(await cookies(), 'language') === 'shown'}
      />
    </HydrationBoundary>
  )
}
