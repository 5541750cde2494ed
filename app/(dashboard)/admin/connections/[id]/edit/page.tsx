import type { Metadata } from 'next'
import { writeTexts } from '#components/admin/connections/connection-fields.ts'
import { ConnectionForm } from '#components/admin/connections/connection-form.tsx'
import { BreadcrumbLabel } from '#components/layout/navigation/path-breadcrumbs.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { connectionPaths } from '#lib/domain/connection-paths.ts'
import { buildConnectorForm } from '#server/connections/all-kinds.ts'
import { getConnection } from '#server/connections/queries.ts'
import { listSavedMappings } from '#server/import/jobs/mappings.ts'
import { getPageContext, readPathSegment, resolveOr404 } from '#server/pages/page-context.ts'

export const metadata: Metadata = { title: 'Edit connection' }

export default async function EditConnectionPage({ params }: { params: Promise<{ id: string }> }) {
  const id = readPathSegment((await params).id)
  const ctx = await getPageContext(connectionPaths.edit(id), 'admin')
  const connection = await resolveOr404(getConnection(ctx, id))
  const mappings = connection.kind === 'servicenow' ? await listSavedMappings(ctx) : []
  const form = buildConnectorForm(connection.kind)
  return (
    <>
      <BreadcrumbLabel path={connectionPaths.one(id)} label={connection.name} />
      <PageHeader title={`Edit ${connection.name}`} description="Changes hold from the next run on." />
      <ConnectionForm
        kind={connection.kind}
        shown={form}
        connection={connection}
        start={writeTexts(form, connection)}
        mappings={mappings.map(({ name, kind }) => ({ name, kind }))}
      />
    </>
  )
}
