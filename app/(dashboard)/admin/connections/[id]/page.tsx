import type { Metadata } from 'next'
import { AdminTabs } from '#components/admin/admin-tabs.tsx'
import { ConnectionActions } from '#components/admin/connections/connection-actions.tsx'
import { ConnectionCheck } from '#components/admin/connections/connection-check.tsx'
import { ConnectionFacts } from '#components/admin/connections/connection-facts.tsx'
import { describeState, isBusy } from '#components/admin/connections/connection-state.ts'
import { RefusalsTable, RunsTable, StreamsTable } from '#components/admin/connections/connection-tables.tsx'
import { ConnectionWrites } from '#components/admin/connections/connection-writes.tsx'
import { EventsTable } from '#components/admin/connections/events-table.tsx'
import { BreadcrumbLabel } from '#components/layout/navigation/path-breadcrumbs.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { connectionPaths } from '#lib/domain/connection-paths.ts'
import { getKind } from '#server/connections/all-kinds.ts'
import { listEvents } from '#server/connections/inbound/list-events.ts'
import { getConnection } from '#server/connections/queries.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { readPathSegment } from '#server/pages/path-segment.ts'
import { resolveOr404 } from '#server/pages/resolve-or-404.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'

export const metadata: Metadata = { title: 'Connection' }

/** A connection: its state, its progress, and the records that need a decision. */
export default async function ConnectionPage({ params }: { params: Promise<{ id: string }> }) {
  const id = readPathSegment((await params).id)
  const ctx = await getPageContext(connectionPaths.one(id), 'admin')
  const connection = await resolveOr404(getConnection(ctx, id))
  const { name, kind, last_run: run } = connection
  const events = connection.events_path === null ? null : await listEvents(ctx, id)
  const { tone, label } = describeState(connection)
  const isCalled = connection.url !== null
  return (
    <>
      <BreadcrumbLabel label={name} />
      <AdminTabs role={ctx.actor.role} current={connectionPaths.all} />
      <PageHeader
        title={name}
        meta={<StatusBadge tone={tone}>{label}</StatusBadge>}
        description={getKind(kind).purpose}
        actions={
          <ConnectionActions
            id={id}
            name={name}
            isEnabled={connection.is_enabled}
            isCalled={isCalled}
            isBusy={isBusy(connection, ctx.now)}
          />
        }
      />
      <div className="flex max-w-5xl flex-col gap-5">
        {run?.error ? (
          <Notice tone="danger" title="The last run failed">
            {run.error}
          </Notice>
        ) : null}
        <ConnectionFacts connection={connection} origin={getSettings().public_url ?? ''} />
        <ConnectionWrites id={id} writes={connection.writes} />
        {events === null ? null : <EventsTable connectionId={id} events={events} />}
        {isCalled ? (
          <>
            <ConnectionCheck check={connection.check} />
            <StreamsTable id={id} streams={connection.streams} />
            <RefusalsTable id={id} refusals={connection.refusals} />
            <RunsTable runs={connection.runs} />
          </>
        ) : null}
      </div>
    </>
  )
}
