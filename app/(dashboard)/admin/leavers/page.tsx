import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { UserRoundCheck } from 'lucide-react'
import type { Metadata } from 'next'
import { prefetch } from '#app/(dashboard)/prefetch.ts'
import { AdminTabs } from '#components/admin/admin-tabs.tsx'
import { LeaverCard } from '#components/admin/leavers/leaver-card.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { listFilterValues } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import * as leavers from '#server/accounts/leavers/queries.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { getToday } from '#server/platform/runtime/context.ts'

export const metadata: Metadata = { title: 'Leavers' }

/** The people who left and still have open work. */
export default async function LeaversPage() {
  const ctx = await getPageContext(pagePaths.leavers, 'manager')
  const { rows, total } = await leavers.listLeavers(ctx)
  const client = new QueryClient()
  await prefetch(client, ctx, rows.length > 0 && endpointQuery(listFilterValues, {}))
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <AdminTabs role={ctx.actor.role} current={pagePaths.leavers} />
      <PageHeader
        title="Leavers"
        description="People whose account is disabled or who left the directory, and still have work. They are not assigned new reviews or actions and get no mail."
      />
      {rows.length === 0 ? (
        <EmptyState icon={UserRoundCheck} title="Nobody who left has open work">
          When you disable an account, or the directory marks a person as inactive, their open reviews and unfinished
          actions appear here.
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-4">
          {rows.map((leaver) => (
            <LeaverCard key={leaver.email} leaver={leaver} today={getToday(ctx)} />
          ))}
          {total > rows.length ? (
            <p className="text-sm text-muted">
              {total - rows.length} more people follow when the work of these is reassigned.
            </p>
          ) : null}
        </div>
      )}
    </HydrationBoundary>
  )
}
