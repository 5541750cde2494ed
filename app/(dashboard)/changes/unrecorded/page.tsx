import { ShieldCheck } from 'lucide-react'
import type { Metadata } from 'next'
import { UnrecordedTable } from '#components/changes/unrecorded-table.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Pagination } from '#components/ui/pagination.tsx'
import { TabLinks } from '#components/ui/tab-links.tsx'
import { addressWith, type PageSearchParams, readPageQuery } from '#lib/api/page-query.ts'
import { listUnrecordedChanges } from '#lib/contracts/app/unrecorded-changes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import * as unrecorded from '#server/deployments/unrecorded-changes.ts'
import { getPageContext } from '#server/pages/page-context.ts'

export const metadata: Metadata = { title: 'Unrecorded changes' }

const path = pagePaths.unrecordedChanges

export default async function UnrecordedChangesPage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const query = readPageQuery(listUnrecordedChanges.query, await searchParams)
  const { service, page, limit } = query
  const ctx = await getPageContext(addressWith(path, {}, { service, page: page === 1 ? undefined : page }), 'manager')
  const { result, total_count, services } = await unrecorded.listUnrecordedChanges(ctx, query)
  const all = services.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <PageHeader
        title="Unrecorded changes"
        description="Deployments to production that no change authorised. Require a review, or dismiss one that needs none."
      />
      {services.length > 1 || service !== undefined ? (
        <div className="mb-4">
          <TabLinks
            label="Services"
            tabs={[
              { href: path, label: 'All', count: all, current: service === undefined },
              ...services.map((one) => ({
                href: addressWith(path, {}, { service: one.service }),
                label: one.service,
                count: one.count,
                current: one.service === service,
              })),
            ]}
          />
        </div>
      ) : null}
      {result.length === 0 ? (
        <EmptyState icon={ShieldCheck} title="No unrecorded changes">
          {service === undefined
            ? 'Every deployment that pipelines reported belongs to a change, or was dealt with.'
            : `Every deployment of ${service} belongs to a change, or was dealt with.`}
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-3">
          <UnrecordedTable changes={result} />
          <Pagination
            page={page}
            pageSize={limit}
            total={total_count}
            noun="unrecorded changes"
            hrefFor={(other) => addressWith(path, {}, { service, page: other === 1 ? undefined : other })}
          />
        </div>
      )}
    </>
  )
}
