'use client'

import { JsonDocument } from '#components/ui/text/json-document.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { buildHref } from '#lib/api/page-query.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { lowerFirst, upperFirst } from '#lib/text/first-letter.ts'
import { getEntityKindLabel } from './entity-kinds.ts'
import type { EventRun } from './event-runs.ts'
import { ShortDifference } from './event-sentence.tsx'
import { type FieldChange, isHidden, listFieldChanges } from './field-change.ts'
import { isBlank } from './value-labels.ts'

export function EventDetails({ events, hasLinks }: { events: EventRun; hasLinks: boolean }) {
  const [{ entity_type, entity_id, request_id }] = events
  return (
    <div className="flex w-full min-w-0 flex-col gap-3 rounded-md border border-line bg-sunken/60 p-3">
      {events.map((event) => {
        const fields = listFieldChanges(event)
        return (
          <section key={event.id} className="flex flex-col gap-2">
            {events.length > 1 ? (
              <p className="text-xs text-muted">
                <DateTime value={event.at} precision="second" />
              </p>
            ) : null}
            {fields.length > 0 ? <ChangedFields fields={fields} /> : <p className="text-sm">No fields changed.</p>}
          </section>
        )
      })}
      {hasLinks ? (
        <p className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line pt-2 text-xs">
          <TextLink href={buildHref(pagePaths.history, {}, { entity_type, entity_id })}>
            All entries of this {lowerFirst(getEntityKindLabel(entity_type))}
          </TextLink>
          <TextLink href={buildHref(pagePaths.history, {}, { request_id })}>All entries of this request</TextLink>
          <span className="text-muted">
            Record <code className="font-mono break-all">{entity_id}</code>
          </span>
          <span className="text-muted">
            Request <code className="font-mono break-all">{request_id}</code>
          </span>
        </p>
      ) : null}
    </div>
  )
}

function ChangedFields({ fields }: { fields: readonly FieldChange[] }) {
  return (
    <dl className="flex flex-col gap-2">
      {fields.map((change) => (
        <div key={change.field} className="grid gap-x-4 gap-y-0.5 sm:grid-cols-[12rem_minmax(0,1fr)]">
          <dt className="text-xs/5.5 text-muted [overflow-wrap:anywhere]">{upperFirst(change.noun)}</dt>
          <dd className="min-w-0 text-sm [overflow-wrap:anywhere]">
            <Difference change={change} />
            <p className="font-mono text-xs text-muted">{formatRecorded(change)}</p>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Difference({ change }: { change: FieldChange }) {
  const { from, to, before, after } = change
  if (isHidden(change)) return 'Changed (hidden)'
  if (before !== null && after !== null) return <ShortDifference change={change} />
  if (isBlank(from)) return <JsonDocument value={to} />
  return (
    <div className="grid gap-3 md:grid-cols-2">
      <Side label="Before" value={from} />
      <Side label="After" value={to} />
    </div>
  )
}

function Side({ label, value }: { label: string; value: unknown }) {
  return (
    <div className="min-w-0 border-l-2 border-line pl-3">
      <p className="text-xs text-muted">{label}</p>
      <JsonDocument value={value} emptyText="None" />
    </div>
  )
}

const maxRecorded = 120

/** Returns path and recorded values, `pir_outcome: "failed"`; only the path if the words above equal the values. */
function formatRecorded({ field, from, to, before, after }: FieldChange): string {
  const values = (isBlank(from) ? [to] : [from, to]).map((value) => JSON.stringify(value))
  const isAbove = (value: unknown, words: FieldChange['before']) => isBlank(value) || words?.[0] === value
  const isLong = values.join('').length > maxRecorded
  return isLong || (isAbove(from, before) && isAbove(to, after)) ? field : `${field}: ${values.join(' → ')}`
}
