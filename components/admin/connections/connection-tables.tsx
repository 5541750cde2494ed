import { tablesInWords } from '#components/connections/connection-kinds.ts'
import { formatCount } from '#components/ui/format-count.ts'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { TableCard } from '#components/ui/table-card.tsx'
import type { ConnectionDetail } from '#lib/contracts/app/connection-records.ts'
import { serviceNowTables } from '#lib/contracts/connection-values.ts'
import { MapTable } from './map-table.tsx'
import { RetryRefused } from './retry-refused.tsx'

const countLabels = [
  ['read', 'read'],
  ['inserted', 'new'],
  ['updated', 'updated'],
  ['refused', 'refused'],
  ['written', 'written'],
  ['conflicts', 'conflicts'],
] as const

/** What a run did in words; a run that found nothing says so. */
export function countsInWords(counts: ConnectionDetail['runs'][number]['counts']): string {
  const parts = countLabels.flatMap(([key, label]) => {
    const count = counts[key]
    return count > 0 ? [`${formatCount(count)} ${count === 1 ? label.replace(/s$/, '') : label}`] : []
  })
  return parts.length > 0 ? parts.join(', ') : 'Nothing new'
}

/** How far each table has been read. */
export function StreamsTable({ id, streams }: Pick<ConnectionDetail, 'id' | 'streams'>) {
  return (
    <TableCard
      title="What is read"
      columns={[
        { label: 'Table' },
        { label: 'Rows', isNumber: true },
        { label: 'Everything until' },
        { label: 'Refused', isNumber: true },
        { label: 'Deleted there', isNumber: true },
        { label: 'Not readable' },
        { label: 'Mapping' },
      ]}
      rows={streams.map((stream) => ({
        key: stream.stream,
        cells: [
          <code key="table" className="font-mono text-xs">
            {stream.stream}
          </code>,
          stream.completed_at === null && stream.total !== null
            ? `${formatCount(stream.done)} of ${formatCount(stream.total)}`
            : formatCount(stream.done),
          <RelativeTime key="until" value={stream.read_until} fallback="Not yet" />,
          formatCount(stream.refused),
          formatCount(stream.gone),
          stream.missing_fields.length === 0 ? '—' : stream.missing_fields.join(', '),
          mapOf(id, stream.stream),
        ],
      }))}
      empty="Nothing has been read yet."
    />
  )
}

/** The button that maps a table whose rows become records. */
function mapOf(id: string, stream: string) {
  const table = serviceNowTables.find((known) => known === stream && tablesInWords[known].importKind !== null)
  return table ? <MapTable key="mapping" connectionId={id} table={table} /> : '—'
}

/** The rows that could not be imported. */
export function RefusalsTable({ id, refusals }: Pick<ConnectionDetail, 'id' | 'refusals'>) {
  if (refusals.length === 0) return null
  return (
    <TableCard
      title="Refused rows"
      description="Each run tries them again. Change the mapping, or mend them there."
      actions={<RetryRefused connectionId={id} />}
      columns={[{ label: 'Table' }, { label: 'Record' }, { label: 'Reason' }, { label: 'Last tried' }]}
      rows={refusals.map(({ stream, foreign_id, label, reason, refused_at }) => ({
        key: `${stream} ${foreign_id}`,
        cells: [stream, label, reason, <RelativeTime key="at" value={refused_at} />],
      }))}
      empty="None."
    />
  )
}

/** The last runs. */
export function RunsTable({ runs }: Pick<ConnectionDetail, 'runs'>) {
  return (
    <TableCard
      title="Last runs"
      columns={[{ label: 'Started' }, { label: 'Result' }, { label: 'Requests', isNumber: true }]}
      rows={runs.map(({ id, started_at, finished_at, counts, requests, error }) => ({
        key: id,
        cells: [
          <RelativeTime key="started" value={started_at} />,
          error === null ? (
            `${finished_at === null ? 'Running: ' : ''}${countsInWords(counts)}`
          ) : (
            <span key="error" className="wrap-anywhere text-danger-text">
              {error}
            </span>
          ),
          formatCount(requests),
        ],
      }))}
      empty="It has not run yet."
    />
  )
}
