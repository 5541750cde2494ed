import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ConnectionForm } from '#components/admin/connections/connection-form.tsx'
import { writeStartTexts } from '#components/admin/connections/connection-start.ts'
import { BreadcrumbLabel } from '#components/layout/navigation/path-breadcrumbs.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { connectionPaths } from '#lib/domain/connection-paths.ts'
import { buildConnectorForm, findKind } from '#server/connections/all-kinds.ts'
import { listSavedMappings } from '#server/import/jobs/mappings.ts'
import { getPageContext, readPathSegment } from '#server/pages/page-context.ts'

export const metadata: Metadata = { title: 'New connection' }

export default async function NewConnectionOfKindPage({ params }: { params: Promise<{ kind: string }> }) {
  const kind = readPathSegment((await params).kind)
  const ctx = await getPageContext(connectionPaths.new(kind), 'admin')
  const connectionKind = findKind(kind)
  if (connectionKind === undefined) notFound()
  const { label, purpose } = connectionKind
  const form = buildConnectorForm(kind)
  const mappings = kind === 'servicenow' ? await listSavedMappings(ctx) : []
  return (
    <>
      <BreadcrumbLabel label={label} />
      <PageHeader title={`New connection to ${label}`} description={purpose} />
      <ConnectionForm
        kind={kind}
        shown={form}
        connection={null}
        start={writeStartTexts(form)}
        mappings={mappings.map(({ name, kind: of }) => ({ name, kind: of }))}
      />
    </>
  )
}
