import type { Tone } from '#components/ui/badge.tsx'
import { WriteButton } from '#components/ui/overlay/confirm-write.tsx'
import { TableCard } from '#components/ui/table/data-table.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import type { Connection, ConnectionDetail } from '#lib/contracts/app/connection-records.ts'
import { serviceNowTables } from '#lib/contracts/connection-values.ts'
import { runConnection } from '#lib/contracts/routes.ts'
import { groupDigits } from '#lib/text/grouped.ts'
import { tableLabels } from './connection-fields.ts'
import { MapTable } from './map-table.tsx'

const countLabels = [
  ['read', 'read'],
  ['inserted', 'new'],
  ['updated', 'updated'],
  ['refused', 'refused'],
  ['written', 'written'],
  ['conflicts', 'conflicts'],
] as const

/** Describes the counts of a run, such as `12 read, 3 new`; `Nothing new` if all are 0. */
export function describeCounts(counts: ConnectionDetail['runs'][number]['counts']): string {
  const parts = countLabels.flatMap(([key, label]) => {
    const count = counts[key]
    return count > 0 ? [`${groupDigits(count)} ${count === 1 ? label.replace(/s$/, '') : label}`] : []
  })
  return parts.length > 0 ? parts.join(', ') : 'Nothing new'
}

/** The progress of each table that a connection reads. */
export function StreamsTable({ id, streams }: Pick<ConnectionDetail, 'id' | 'streams'>) {
  return (
    <TableCard
      title="What is read"
      columns={[
        { label: 'Table', cell: ({ stream }) => <code className="font-mono text-xs">{stream}</code> },
        {
          label: 'Rows',
          align: 'end',
          cell: ({ completed_at: at, done, total }) =>
            at === null && total !== null ? `${groupDigits(done)} of ${groupDigits(total)}` : groupDigits(done),
        },
        { label: 'Everything until', cell: (stream) => <RelativeTime value={stream.read_until} fallback="Not yet" /> },
        { label: 'Refused', align: 'end', cell: ({ refused }) => groupDigits(refused) },
        { label: 'Deleted remotely', align: 'end', cell: ({ gone }) => groupDigits(gone) },
        { label: 'Not readable', cell: ({ missing_fields: missing }) => missing.join(', ') || '—' },
        { label: 'Mapping', cell: ({ stream }) => <Mapping id={id} stream={stream} /> },
      ]}
      rows={streams}
      rowKey={({ stream }) => stream}
      empty="Nothing has been read yet."
    />
  )
}

/** Button that maps a table whose rows become records; a dash for other tables. */
function Mapping({ id, stream }: { id: string; stream: string }) {
  const table = serviceNowTables.find((known) => known === stream && tableLabels[known].importKind !== null)
  return table ? <MapTable connectionId={id} table={table} /> : '—'
}

/** The rows that could not be imported. */
export function RefusalsTable({ id, refusals }: Pick<ConnectionDetail, 'id' | 'refusals'>) {
  if (refusals.length === 0) return null
  return (
    <TableCard
      title="Refused rows"
      description="Retried on every run. Fix the mapping here or the rows in ServiceNow."
      actions={
        <WriteButton
          size="sm"
          route={runConnection}
          input={{ params: { id } }}
          done="The refused rows are tried again within seconds"
        >
          Try again
        </WriteButton>
      }
      columns={[
        { label: 'Table', cell: ({ stream }) => stream },
        { label: 'Record', cell: ({ label }) => label },
        { label: 'Reason', cell: ({ reason }) => reason },
        { label: 'Last tried', cell: ({ refused_at: at }) => <RelativeTime value={at} /> },
      ]}
      rows={refusals}
      rowKey={({ stream, foreign_id: row }) => `${stream} ${row}`}
      empty="None."
    />
  )
}

export function RunsTable({ runs }: Pick<ConnectionDetail, 'runs'>) {
  return (
    <TableCard
      title="Last runs"
      columns={[
        { label: 'Started', cell: ({ started_at: at }) => <RelativeTime value={at} /> },
        {
          label: 'Result',
          cell: ({ error, finished_at: end, counts }) =>
            error === null ? (
              `${end === null ? 'Running: ' : ''}${describeCounts(counts)}`
            ) : (
              <span className="wrap-anywhere text-danger-text">{error}</span>
            ),
        },
        {
          label: 'Remarks',
          cell: ({ remarks }) =>
            remarks.length === 0 ? (
              '—'
            ) : (
              <ul className="flex flex-col gap-1">
                {remarks.map((remark) => (
                  <li key={remark} className="wrap-anywhere">
                    {remark}
                  </li>
                ))}
              </ul>
            ),
        },
        { label: 'Requests', align: 'end', cell: ({ requests }) => groupDigits(requests) },
      ]}
      rows={runs}
      rowKey={({ id }) => id}
      empty="It has not run yet."
    />
  )
}

/** Describes the state of a connection in one or two words. */
export function describeState(connection: Connection): { readonly tone: Tone; readonly label: string } {
  if (!connection.is_enabled) return { tone: 'neutral', label: 'Off' }
  if (connection.failures > 0) return { tone: 'danger', label: 'Failing' }
  if (connection.failed_writes > 0) return { tone: 'warning', label: 'Needs a decision' }
  if (connection.url === null) return { tone: 'success', label: 'Listening' }
  if (connection.last_run === null) return { tone: 'info', label: 'Not read yet' }
  return connection.last_run.finished_at === null
    ? { tone: 'info', label: 'Running' }
    : { tone: 'success', label: 'Working' }
}

/** True while the connection runs or is about to run, so that its page changes by itself. */
export const isBusy = ({ is_enabled, last_run, next_run_at, url }: Connection, now: Date): boolean =>
  is_enabled &&
  url !== null &&
  (last_run?.finished_at === null || (next_run_at !== null && Date.parse(next_run_at) <= now.getTime()))
