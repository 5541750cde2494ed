import { EventDisclosure } from '#components/history/event-disclosure.tsx'
import { Pieces, ShortChanges } from '#components/history/event-sentence.tsx'
import { eventWords } from '#components/history/event-words.ts'
import { Badge } from '#components/ui/badge.tsx'
import { DateTime } from '#components/ui/date-time.tsx'
import { Person } from '#components/ui/person.tsx'
import { Td, Tr } from '#components/ui/table.tsx'
import type { HistoryEvent } from '#lib/contracts/app/history.ts'

const actorKinds: Readonly<Record<string, string>> = { token: 'API token', system: 'System' }

/** One history entry in a row, as a sentence; expands to the fields as recorded. */
export function EventRow({ event, isAdmin }: { event: HistoryEvent; isAdmin: boolean }) {
  const { sentence, fields } = eventWords(event, { isAdmin })
  const actor = event.names[event.actor_name] ?? event.actor_name
  const kind = actorKinds[event.actor_kind]
  return (
    <Tr>
      <Td label="When" className="align-top tabular-nums">
        <DateTime value={event.at} precision="second" />
      </Td>
      <Td label="Who" className="align-top">
        <span className="inline-flex min-w-0 items-center gap-1.5 max-sm:flex-wrap">
          {kind ? actor : <Person name={actor} />}
          {kind ? <Badge>{kind}</Badge> : null}
        </span>
      </Td>
      <Td primary className="w-full align-top">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] gap-x-2">
          <p className="break-words first-letter:uppercase">
            <Pieces pieces={sentence} />
          </p>
          <ShortChanges fields={fields} />
          <EventDisclosure events={[event]} hasLinks />
        </div>
      </Td>
    </Tr>
  )
}
