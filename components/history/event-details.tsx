import { TextLink } from '#components/ui/text-link.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { buildHref } from '#lib/api/page-query.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { lowerFirst } from '#lib/text/first-letter.ts'
import { ChangedFields } from './changed-fields.tsx'
import { getEntityKindLabel } from './entity-kinds.ts'
import type { EventRun } from './event-runs.ts'
import { listFieldChanges } from './field-change.ts'

/** All changed fields of a run of entries. */
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
