import { Avatar } from '#components/ui/avatar.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import type { Viewpoint } from './entity-kinds.ts'
import { EventDisclosure } from './event-disclosure.tsx'
import { type EventRun, mergeRun } from './event-runs.ts'
import { Pieces, ShortChanges } from './event-sentence.tsx'
import { describeEvent } from './event-sentences.ts'

export function HistoryEntry({ events, view }: { events: EventRun; view: Viewpoint }) {
  const event = mergeRun(events)
  const { sentence, fields } = describeEvent(event, view)
  const actor = event.names[event.actor_name] ?? event.actor_name
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-sm">
      <Avatar name={actor} />
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] gap-x-2">
        <p className="break-words">
          <span className="font-medium">{actor}</span> <Pieces pieces={sentence} />
          {events.length > 1 ? `, in ${events.length} saves` : ''}{' '}
          <span className="text-xs text-muted">
            <RelativeTime value={event.at} />
          </span>
        </p>
        <ShortChanges fields={fields} />
        <EventDisclosure events={events} />
      </div>
    </li>
  )
}
