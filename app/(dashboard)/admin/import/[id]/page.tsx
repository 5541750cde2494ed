import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { prefetch } from '#app/(dashboard)/prefetch.ts'
import { AdminTabs } from '#components/admin/admin-tabs.tsx'
import { ImportPage } from '#components/admin/import/import-page.tsx'
import { FileStep } from '#components/admin/import/start-import.tsx'
import { BreadcrumbLabel } from '#components/layout/navigation/path-breadcrumbs.tsx'
import { managers, readers } from '#components/layout/navigation/role-groups.ts'
import { PageHeader } from '#components/layout/page-header.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { getImport } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import * as imports from '#server/import/jobs/queries.ts'
import { getPageContext, readPathSegment, resolveOr404 } from '#server/pages/page-context.ts'

export const metadata: Metadata = { title: 'Import' }

/** An import: the reading of its file, its records as they will be stored, and the result. */
export default async function OneImportPage({ params }: { params: Promise<{ id: string }> }) {
  const id = readPathSegment((await params).id)
  const ctx = await getPageContext(pagePaths.import(id), readers)
  const record = await resolveOr404(imports.getImport(ctx, id))
  const client = new QueryClient()
  await prefetch(client, ctx, endpointQuery(getImport, { params: { id } }))
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <BreadcrumbLabel label={record.file_name} />
      <AdminTabs role={ctx.actor.role} current={pagePaths.imports} />
      <PageHeader title={record.file_name} />
      <div className="flex max-w-4xl flex-col gap-5">
        <FileStep record={record} mayImport={managers(ctx.actor.role)} />
        <ImportPage id={id} />
      </div>
    </HydrationBoundary>
  )
}
