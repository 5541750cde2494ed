import type { Metadata } from 'next'
import { AdminTabs } from '#components/admin/admin-tabs.tsx'
import { ConnectionList, NewConnectionLink } from '#components/admin/connections/connection-list.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { connectionPaths } from '#lib/domain/connection-paths.ts'
import { getKind, trackerKinds } from '#server/connections/all-kinds.ts'
import { listConnections } from '#server/connections/queries.ts'
import { getPageContext } from '#server/pages/page-context.ts'

export const metadata: Metadata = { title: 'Connections' }

export default async function ConnectionsPage() {
  const ctx = await getPageContext(connectionPaths.all, 'admin')
  const connections = await listConnections(ctx)
  return (
    <>
      <AdminTabs role={ctx.actor.role} current={connectionPaths.all} />
      <PageHeader
        title="Connections"
        description="Other systems that Hindsight reads, writes and listens to."
        actions={connections.length > 0 ? <NewConnectionLink /> : null}
      />
      <div className="max-w-4xl">
        <ConnectionList connections={connections} trackers={trackerKinds.map((kind) => getKind(kind).label)} />
      </div>
    </>
  )
}
