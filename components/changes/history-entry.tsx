'use client'

import { useState } from 'react'
import { ChangedFields } from '#components/admin/history/changed-fields.tsx'
import { recordHref } from '#components/admin/history/entity-kinds.ts'
import { fieldChangesOf } from '#components/admin/history/field-change.ts'
import { Avatar } from '#components/ui/avatar.tsx'
import { DateTime } from '#components/ui/date-time.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import type { HistoryEvent } from '#lib/contracts/app/history.ts'
import { eventWords } from './event-words.ts'

type HistoryEntryProps = {
  events: readonly [HistoryEvent, ...HistoryEvent[]]
  /** Titles of actions and lessons, by id. */
  titles: ReadonlyMap<string, string>
}

/** A run of events as one sentence; expands to the changed fields. */
export function HistoryEntry({ events, titles }: HistoryEntryProps) {
  const [latest] = events
  const changes: HistoryEvent['changes'] = Object.assign({}, ...events.map((event) => event.changes))
  const { verb, record, isWhole } = eventWords({ ...latest, changes }, titles)
  const href = latest.entity_type === 'change' ? undefined : recordHref(latest, false)
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
      <Avatar name={latest.actor_name} />
      <div className="min-w-0">
        <p className="break-words">
          <span className="font-medium">{latest.actor_name}</span> {verb}{' '}
          {record && href ? <TextLink href={href}>{record}</TextLink> : record}
          {events.length > 1 ? `, in ${events.length} saves` : ''}{' '}
          <span className="text-xs text-muted">
            <RelativeTime value={latest.at} />
          </span>
        </p>
        {isWhole ? null : <Details events={events} />}
      </div>
    </li>
  )
}

/** Renders its content only while open. */
function Details({ events }: { events: readonly HistoryEvent[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded-sm py-1 text-xs text-muted hover:text-ink">What changed</summary>
      {isOpen ? (
        <ol className="mt-1 flex flex-col gap-3 rounded-md border border-line bg-sunken/60 p-3">
          {events.map((event) => (
            <li key={event.id} className="flex flex-col gap-1">
              {events.length > 1 ? (
                <span className="text-xs text-muted">
                  <DateTime value={event.at} precision="second" />
                </span>
              ) : null}
              <ChangedFields fields={fieldChangesOf(event)} />
            </li>
          ))}
        </ol>
      ) : null}
    </details>
  )
}
