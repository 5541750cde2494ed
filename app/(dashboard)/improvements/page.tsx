import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { Register } from '#components/improvements/register.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { storedChoice } from '#components/ui/stored-choice.ts'
import { SavedViews } from '#components/views/saved-views.tsx'
import { registerAddress } from '#lib/api/improvement-register.ts'
import { RegisterQuery } from '#lib/api/improvement-register-query.ts'
import { type PageSearchParams, readPageQuery } from '#lib/api/page-query.ts'
import { improvementFields } from '#lib/contracts/improvements.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { readFilterParts } from '#lib/filter/filter-parts.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { prefetchRegister } from '#server/pages/prefetch-register.ts'
import { prefetchViews } from '#server/pages/prefetch-views.ts'
import { hasRole } from '#server/platform/auth/caller.ts'
import { todayOf } from '#server/platform/runtime/context.ts'

export const metadata: Metadata = { title: 'Improvements' }

export default async function ImprovementsPage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const query = readPageQuery(RegisterQuery, await searchParams)
  const ctx = await getPageContext(registerAddress(pagePaths.improvements, query, { page: query.page }))
  const reader = { me: ctx.actor.email, today: todayOf(ctx) }
  const reading = readFilterParts(query.query ?? '', improvementFields)
  const client = new QueryClient()
  await Promise.all([
    prefetchViews(client, ctx, 'improvements'),
    prefetchRegister(client, ctx, reading.ok ? query : null, reader),
  ])
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PageHeader
        title="Improvements"
        description="Actions from reviews, with owner and due date."
        actions={
          <SavedViews
            page="improvements"
            address={registerAddress(pagePaths.improvements, query, {})}
            mayDeleteAll={ctx.actor.role === 'admin'}
          />
        }
      />
      <Register
        query={query}
        reader={reader}
        reading={reading}
        fields={improvementFields}
        canWrite={hasRole(ctx.actor.role, 'reviewer')}
        showsLanguage={storedChoice(await cookies(), 'language') === 'shown'}
      />
    </HydrationBoundary>
  )
}
