import { Badge } from '#components/ui/badge.tsx'
import { Card, CardHeader } from '#components/ui/card.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import type { ConnectionDetail, ConnectionWrite } from '#lib/contracts/app/connection-records.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { ResolveConflict } from './resolve-conflict.tsx'

const states = {
  waiting: { tone: 'info', label: 'Waiting' },
  done: { tone: 'success', label: 'Written' },
  conflict: { tone: 'warning', label: 'Conflict' },
  failed: { tone: 'danger', label: 'Failed' },
  dropped: { tone: 'neutral', label: 'Given up' },
} as const

const paths: Readonly<Record<string, (key: string) => string>> = {
  change: pagePaths.change,
  incident: pagePaths.incident,
  improvement: pagePaths.improvement,
  article: pagePaths.article,
}

/** Writes that wait, failed or found a conflict; a conflict shows both versions. */
export function ConnectionWrites({ id, writes }: Pick<ConnectionDetail, 'id' | 'writes'>) {
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
            {write.status === 'waiting' ? null : <ResolveConflict connectionId={id} write={write} />}
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
