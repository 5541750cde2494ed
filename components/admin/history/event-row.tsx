'use client'

import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { Badge } from '#components/ui/badge.tsx'
import { cx } from '#components/ui/class-names.ts'
import { DateTime } from '#components/ui/date-time.tsx'
import { Person } from '#components/ui/person.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { Td, Tr } from '#components/ui/table.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { useLazyPart } from '#components/ui/use-lazy-part.ts'
import type { HistoryEvent } from '#lib/contracts/app/history.ts'
import { entityKindLabel, recordHref } from './entity-kinds.ts'
import { fieldChangesOf, isShortValue, nameFields } from './field-change.ts'
import { ShortDifference } from './short-difference.tsx'

const loadDetails = () => import('./event-details.tsx')

const actions = {
  create: { label: 'Created', tone: 'success' },
  update: { label: 'Changed', tone: 'info' },
  delete: { label: 'Removed', tone: 'danger' },
} as const

const actorKinds: Readonly<Record<string, string>> = { token: 'API token', system: 'System' }

/** One history entry in a row; expands to the values before and after. */
export function EventRow({ event, isAdmin }: { event: HistoryEvent; isAdmin: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const part = useLazyPart(loadDetails, isOpen, () => setOpen(false))
  const detailsId = useId()
  const fields = fieldChangesOf(event)
  const { label, tone } = actions[event.action]
  const kind = actorKinds[event.actor_kind]
  return (
    <>
      <Tr className={cx(isOpen && '*:border-b-transparent')}>
        <Td label="When" className="tabular-nums">
          <DateTime value={event.at} precision="second" />
        </Td>
        <Td label="Who">
          <span className="inline-flex min-w-0 items-center gap-1.5 max-sm:flex-wrap">
            {kind ? event.actor_name : <Person name={event.actor_name} />}
            {kind ? <Badge>{kind}</Badge> : null}
          </span>
        </Td>
        <Td label="What">
          <StatusBadge tone={tone}>{label}</StatusBadge>
        </Td>
        <Td primary>
          <EventRecord event={event} isAdmin={isAdmin} />
        </Td>
        <Td label="Fields">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={detailsId}
            onClick={() => setOpen(!isOpen)}
            className="inline-flex min-h-6 max-w-full items-start gap-1 rounded-sm py-0.5 text-left hover:text-accent-text"
          >
            <ChevronRight
              aria-hidden="true"
              className={cx(
                'mt-0.5 size-4 shrink-0 text-muted transition-transform duration-100',
                isOpen && 'rotate-90',
              )}
            />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <FieldSummary fields={fields} />
            </span>
          </button>
        </Td>
      </Tr>
      {part && isOpen ? (
        <Tr id={detailsId}>
          <Td colSpan={5} className="pt-0 pb-3">
            <part.EventDetails event={event} fields={fields} />
          </Td>
        </Tr>
      ) : null}
    </>
  )
}

function FieldSummary({ fields }: { fields: ReturnType<typeof fieldChangesOf> }) {
  const [only, ...others] = fields
  if (!only) return 'No fields'
  if (others.length > 0 || !isShortValue(only.from) || !isShortValue(only.to)) return nameFields(fields)
  return (
    <>
      {only.label}: <ShortDifference change={only} />
    </>
  )
}

const idClass = 'inline-block max-w-full align-bottom max-sm:break-all sm:max-w-44 sm:truncate'

function EventRecord({ event, isAdmin }: { event: HistoryEvent; isAdmin: boolean }) {
  const href = recordHref(event, isAdmin)
  return (
    <span className="min-w-0 sm:whitespace-nowrap">
      {entityKindLabel(event.entity_type)}{' '}
      {href ? (
        <TextLink href={href} data-tooltip={event.entity_id} className={idClass}>
          {event.entity_id}
        </TextLink>
      ) : (
        <span data-tooltip={event.entity_id} className={cx(idClass, 'text-muted')}>
          {event.entity_id}
        </span>
      )}
    </span>
  )
}
