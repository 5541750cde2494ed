import type { Metadata } from 'next'
import { AdminTabs } from '#components/admin/admin-tabs.tsx'
import { CheckList } from '#components/admin/check-list.tsx'
import { ConnectionActions } from '#components/admin/connections/connection-actions.tsx'
import {
  describeState,
  isBusy,
  RefusalsTable,
  RunsTable,
  StreamsTable,
} from '#components/admin/connections/connection-tables.tsx'
import { BreadcrumbLabel } from '#components/layout/navigation/path-breadcrumbs.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { WriteButton } from '#components/ui/overlay/confirm-write.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { TableCard } from '#components/ui/table/data-table.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import type { Connection, ConnectionDetail, ConnectionWrite } from '#lib/contracts/app/connection-records.ts'
import { retryEvent, settleWrite } from '#lib/contracts/routes.ts'
import { connectionPaths } from '#lib/domain/connection-paths.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { getKind } from '#server/connections/all-kinds.ts'
import { listEvents } from '#server/connections/inbound/stored-events.ts'
import { getConnection } from '#server/connections/queries.ts'
import { getPageContext, readPathSegment, resolveOr404 } from '#server/pages/page-context.ts'
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
        <ConnectionFacts connection={connection} />
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

/** The steps of the last check, with advice on problems. */
function ConnectionCheck({ check }: Pick<Connection, 'check'>) {
  return (
    <Card aria-labelledby="check">
      <CardHeader
        id="check"
        title="Check"
        actions={
          check ? (
            <span className="text-xs text-muted">
              <RelativeTime value={check.checked_at} />
            </span>
          ) : null
        }
      />
      {check === null ? (
        <CardBody className="text-sm text-muted">
          Not checked yet. A check reads a little from the other system and writes nothing to it.
        </CardBody>
      ) : (
        <CheckList checks={check.steps} />
      )}
    </Card>
  )
}

/** System, URLs and reading progress of a connection. */
function ConnectionFacts({ connection }: { connection: Connection }) {
  const { url, events_path: eventsPath } = connection
  return (
    <Card aria-label="Facts">
      <CardBody>
        <Facts>
          <Fact label="System" value={connection.system} />
          {url === null ? null : <Fact label="URL" wide value={url} />}
          {eventsPath === null ? null : (
            <Fact label="URL for its events" wide>
              <code className="font-mono text-xs wrap-anywhere">{`${getSettings().public_url ?? ''}${eventsPath}`}</code>
            </Fact>
          )}
          {url === null ? null : (
            <>
              <Fact label="Everything read until">
                <RelativeTime value={connection.read_until} fallback="Not yet" />
              </Fact>
              <Fact label="Next run">
                <RelativeTime value={connection.is_enabled ? connection.next_run_at : null} />
              </Fact>
            </>
          )}
          <Fact label="Changed">
            <RelativeTime value={connection.updated_at} /> by {connection.updated_by}
          </Fact>
        </Facts>
      </CardBody>
    </Card>
  )
}

const states = {
  waiting: { tone: 'info', label: 'Waiting' },
  done: { tone: 'success', label: 'Written' },
  conflict: { tone: 'warning', label: 'Conflict' },
  failed: { tone: 'danger', label: 'Failed' },
  dropped: { tone: 'neutral', label: 'Given up' },
} as const

/** What an admin can decide about a write that failed or found a conflict. */
const decisions: Readonly<Partial<Record<ConnectionWrite['status'], readonly Decision[]>>> = {
  conflict: [
    { decision: 'ours', label: 'Write ours' },
    { decision: 'theirs', label: 'Leave theirs' },
  ],
  failed: [
    { decision: 'retry', label: 'Try again' },
    { decision: 'theirs', label: 'Give up' },
  ],
}
type Decision = { readonly decision: 'ours' | 'theirs' | 'retry'; readonly label: string }

const paths: Readonly<Record<string, (key: string) => string>> = {
  change: pagePaths.change,
  incident: pagePaths.incident,
  improvement: pagePaths.improvement,
  article: pagePaths.article,
}

/** Writes that wait, failed or found a conflict; a conflict shows both versions. */
function ConnectionWrites({ id, writes }: Pick<ConnectionDetail, 'id' | 'writes'>) {
  if (writes.length === 0) return null
  return (
    <Card aria-labelledby="writes">
      <CardHeader id="writes" title="Writes to decide and waiting writes" />
      <ul className="divide-y divide-line">
        {writes.map((write) => (
          <li key={write.id} className="flex flex-col gap-2 px-4 py-3 text-sm">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Badge tone={states[write.status].tone}>{states[write.status].label}</Badge>
              <TextLink href={(paths[write.entity] ?? pagePaths.change)(write.key)}>{write.key}</TextLink>
              <span className="text-muted">{write.kind.replaceAll('_', ' ')}</span>
              <span className="text-muted">
                <RelativeTime value={write.created_at} />
              </span>
            </div>
            {write.reason === null ? null : <p className="wrap-anywhere">{write.reason}</p>}
            <Versions fields={write.fields} />
            <div className="flex flex-wrap gap-2 empty:hidden">
              {decisions[write.status]?.map(({ decision, label }) => (
                <WriteButton
                  key={decision}
                  size="sm"
                  route={settleWrite}
                  input={{ params: { id, write: write.id }, body: { decision } }}
                  aria-label={`${label}: ${write.key}`}
                >
                  {label}
                </WriteButton>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The values of each field in both versions. */
function Versions({ fields }: Pick<ConnectionWrite, 'fields'>) {
  return fields.map(({ field, ours, theirs }) => (
    <div key={field} className="rounded-md border border-line">
      <p className="border-b border-line bg-sunken px-3 py-1 font-mono text-xs">{field}</p>
      <dl className="grid gap-x-6 gap-y-2 px-3 py-2 sm:grid-cols-2">
        {(
          [
            ['Ours', ours],
            ['Theirs', theirs],
          ] as const
        ).map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="whitespace-pre-wrap wrap-anywhere">{value ?? <span className="text-muted">Empty</span>}</dd>
          </div>
        ))}
      </dl>
    </div>
  ))
}

const badges = {
  waiting: { label: 'Waiting', tone: 'info' },
  done: { label: 'Read', tone: 'success' },
  ignored: { label: 'Not used', tone: 'neutral' },
  failed: { label: 'Failed', tone: 'danger' },
} as const

type EventsTableProps = { connectionId: string; events: Awaited<ReturnType<typeof listEvents>> }

/** The last events that a connection received, with the reason for each that could not be read. */
function EventsTable({ connectionId, events }: EventsTableProps) {
  return (
    <TableCard
      title="Last events"
      columns={[
        { label: 'Received', cell: ({ receivedAt }) => <RelativeTime value={receivedAt} /> },
        {
          label: 'Status',
          cell: ({ status }) => <StatusBadge tone={badges[status].tone}>{badges[status].label}</StatusBadge>,
        },
        {
          label: 'What it was',
          cell: ({ id, status, outcome }) => (
            <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <span className="wrap-anywhere">{outcome ?? '—'}</span>
              {status === 'failed' ? (
                <WriteButton
                  size="sm"
                  route={retryEvent}
                  input={{ params: { id: connectionId, event: id } }}
                  aria-label={`Try again: ${outcome ?? id}`}
                >
                  Try again
                </WriteButton>
              ) : null}
            </div>
          ),
        },
      ]}
      rows={events}
      rowKey={({ id }) => id}
      empty="No event has been received in the last 30 days."
    />
  )
}
