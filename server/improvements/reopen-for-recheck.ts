import { sql } from 'drizzle-orm'
import type { Context } from '#server/platform/runtime/context.ts'
import { type DoneAction, reopenAction } from './reopen-action.ts'

/** Share of the words of the causing incident that a new incident must have to count as similar. */
const minimumLikeness = 0.5
/** Actions reopened in one run; the next run continues. */
const maxInRun = 200

type Recurrence = DoneAction & {
  readonly incident: string
  readonly cause: string
  readonly service: string
}

/**
 * Reopens each done or verified action when a similar incident comes in, to wait for a recheck. Similar is an incident
 * of the same service with at least half of the words of an incident that the review of the action confirmed. It must
 * be opened after the action was done and last rechecked, and the review must not have decided on it. Returns the
 * number of reopened actions.
 */
export async function reopenForRecheck(ctx: Context): Promise<number> {
  const recurrences = await findRecurrences(ctx)
  const reopened = await Promise.all(
    recurrences.map(({ incident, service, cause, ...action }) =>
      reopenAction(ctx, action, incident, `${incident} on ${service} reads like ${cause}, which caused this action.`),
    ),
  )
  return reopened.filter(Boolean).length
}

async function findRecurrences(ctx: Context): Promise<Recurrence[]> {
  const { rows } = await ctx.db.execute<Recurrence>(sql`
    select distinct on (action.id)
      action.id, action.title, action.owner, action.status, action.verified_by,
      again.number as incident, cause.number as cause, cause.affected_service as service
    from improvements action
    join review_steps step on step.reference = action.source_ref and step.step = 'incidents'
    cross join lateral json_array_elements(step.form -> 'decisions') decision
    join incidents cause on cause.number = decision ->> 'incident' and decision ->> 'decision' = 'confirmed'
    join incidents again on again.affected_service = cause.affected_service
      and again.opened_at > greatest(action.done_at, action.looked_at)
      and again.opened_at <= ${ctx.now.toISOString()}
    where action.status in ('done', 'verified') and action.done_at is not null
      and not exists (
        select from json_array_elements(step.form -> 'decisions') known where known ->> 'incident' = again.number
      )
      and cardinality(tsvector_to_array(cause.search)) > 0
      and (
        select count(*) from unnest(tsvector_to_array(cause.search)) word
        where word = any (tsvector_to_array(again.search))
      ) >= ${minimumLikeness}::float8 * cardinality(tsvector_to_array(cause.search))
    order by action.id, again.opened_at, again.number
    limit ${maxInRun}`)
  return rows
}
