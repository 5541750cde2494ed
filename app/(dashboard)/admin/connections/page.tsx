import { Cable, Plus } from 'lucide-react'
import type { Metadata } from 'next'
import { AdminTabs } from '#components/admin/admin-tabs.tsx'
import { describeCounts, describeState } from '#components/admin/connections/connection-tables.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import { connectionPaths } from '#lib/domain/connection-paths.ts'
import { joinNames } from '#lib/text/join-names.ts'
import { getKind, trackerKinds } from '#server/connections/all-kinds.ts'
import { listConnections } from '#server/connections/queries.ts'
import { getPageContext } from '#server/pages/page-context.ts'

export const metadata: Metadata = { title: 'Connections' }

export default async function ConnectionsPage() {
  const ctx = await getPageContext(connectionPaths.all, 'admin')
  const connections = await listConnections(ctx)
  const trackers = trackerKinds.map((kind) => getKind(kind).label)
  const newConnection = (
    <ButtonLink href={connectionPaths.new()} variant="primary" icon={<Plus />}>
      New connection
    </ButtonLink>
  )
  return (
    <>
      <AdminTabs role={ctx.actor.role} current={connectionPaths.all} />
      <PageHeader
        title="Connections"
        description="Other systems that Hindsight reads, writes and listens to."
        actions={connections.length > 0 ? newConnection : null}
      />
      <div className="max-w-4xl">
        {connections.length === 0 ? (
          <EmptyState icon={Cable} title="No connections yet" action={newConnection}>
            Changes and incidents can arrive from ServiceNow by themselves, deployments and alerts as events, and
            actions can be issues in {joinNames(trackers, 'or')}.
          </EmptyState>
        ) : (
          <Card>
            <ul className="divide-y divide-line">
              {connections.map((connection) => {
                const { id, name, system, url, last_run: run, read_until: until } = connection
                const { tone, label } = describeState(connection)
                return (
                  <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 text-sm">
                    <div className="min-w-0 flex-1 basis-60">
                      <TextLink href={connectionPaths.one(id)}>{name}</TextLink>{' '}
                      <span className="text-muted">{system}</span>
                      <p className="text-xs wrap-anywhere text-muted">{url ?? connection.events_path}</p>
                    </div>
                    <div className="basis-48 text-xs text-muted">
                      {run === null ? null : (
                        <>
                          {run.error === null ? describeCounts(run.counts) : 'Failed'},{' '}
                          <RelativeTime value={run.started_at} />
                        </>
                      )}
                      {until === null ? null : (
                        <p>
                          Everything until <RelativeTime value={until} />
                        </p>
                      )}
                    </div>
                    <StatusBadge tone={tone}>{label}</StatusBadge>
                  </li>
                )
              })}
            </ul>
          </Card>
        )}
      </div>
    </>
  )
}
