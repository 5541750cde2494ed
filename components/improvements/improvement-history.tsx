import { RelativeTime } from '#components/ui/relative-time.tsx'
import type { HistoryEvent } from '#lib/contracts/app/history.ts'
import { humaniseKey } from '#lib/domain/humanise-key.ts'
import { capitalised } from './improvement-words.ts'

/** The history of an action, newest first. */
export function ImprovementHistory({ events }: { events: readonly HistoryEvent[] }) {
  if (events.length === 0) return <p className="text-sm text-muted">Imported. No changes yet.</p>
  return (
    <ol className="flex flex-col gap-3">
      {events.map(({ id, at, actor_name: actor, action, changes }) => (
        <li key={id} className="text-sm">
          <p>
            <span className="font-medium">{actor}</span>{' '}
            <span className="text-muted">
              {action === 'create' ? 'registered it' : 'changed it'} <RelativeTime value={at} />
            </span>
          </p>
          {action === 'update' ? (
            <ul className="mt-0.5 text-xs">
              {Object.entries(changes).map(([field, { from, to }]) => (
                <li key={field} className="break-words">
                  <span className="text-muted">{humaniseKey(field)}:</span> {valueText(from)} → {valueText(to)}
                </li>
              ))}
            </ul>
          ) : null}
        </li>
      ))}
    </ol>
  )
}

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (/^[a-z]+(_[a-z]+)*$/.test(text)) return capitalised(text)
  return text.length > 120 ? `${text.slice(0, 119)}…` : text
}
