import type { Tone } from '#components/ui/badge.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { TableCard } from '#components/ui/table/table-card.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import { RetryEvent } from './retry-event.tsx'

type Status = 'waiting' | 'done' | 'ignored' | 'failed'

const badges: Readonly<Record<Status, { label: string; tone: Tone }>> = {
  waiting: { label: 'Waiting', tone: 'info' },
  done: { label: 'Read', tone: 'success' },
  ignored: { label: 'Not used', tone: 'neutral' },
  failed: { label: 'Failed', tone: 'danger' },
}

type EventsTableProps = {
  connectionId: string
  events: readonly { id: string; receivedAt: string; status: Status; outcome: string | null }[]
}

/** The last events that a connection received, with the reason for each that could not be read. */
export function EventsTable({ connectionId, events }: EventsTableProps) {
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
                <RetryEvent connectionId={connectionId} eventId={id} reason={outcome ?? id} />
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
