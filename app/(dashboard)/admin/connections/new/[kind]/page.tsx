import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ConnectionForm } from '#components/admin/connections/connection-form.tsx'
import { startOf } from '#components/admin/connections/connection-start.ts'
import { BreadcrumbLabel } from '#components/layout/navigation/path-breadcrumbs.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { connectionKinds, connectors } from '#lib/contracts/connectors/all-connectors.ts'
import { connectionPaths } from '#lib/domain/connection-paths.ts'
import { listSavedMappings } from '#server/import/jobs/mappings.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { readPathSegment } from '#server/pages/path-segment.ts'

export const metadata: Metadata = { title: 'New connection' }

export default async function NewConnectionOfKindPage({ params }: { params: Promise<{ kind: string }> }) {
  const segment = readPathSegment((await params).kind)
  const ctx = await getPageContext(connectionPaths.new(segment), 'admin')
  const kind = connectionKinds.find((known) => known === segment)
  if (kind === undefined) notFound()
  const mappings = kind === 'servicenow' ? await listSavedMappings(ctx) : []
  const title = `New connection to ${connectors[kind].label}`
  return (
    <>
      <BreadcrumbLabel label={connectors[kind].label} />
      <PageHeader title={title} description={connectors[kind].purpose} />
      <ConnectionForm
        kind={kind}
        connection={null}
        start={startOf(kind)}
        mappings={mappings.map(({ name, kind: of }) => ({ name, kind: of }))}
      />
    </>
  )
}
