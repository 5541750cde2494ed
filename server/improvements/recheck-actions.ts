import { sql } from 'drizzle-orm'
import { maxReminderAgeDays } from '#lib/domain/reminders.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { type DoneAction, reopenAction } from './reopen-action.ts'

/** Days after an action was done on which linked incidents are looked at. */
const recheckDays = [30, 60, 90] as const
/** Actions reopened in one run; the next run continues. */
const maxInRun = 200

type Finding = DoneAction & {
  readonly incident: string
  readonly service: string | null
  readonly change: string
}

/**
 * Rechecks each done or verified action 30, 60 and 90 days after it was done, and reopens it when linked incidents came
 * in since. Linked is an incident that names the reviewed change or was confirmed as caused by it, and one that some
 * change caused on a service of the incidents that the review confirmed. Incidents that the review decided on, and those
 * opened before the last recheck, do not count, nor does a recheck that is long past, so that imported old actions stay.
 * Returns the number of reopened actions.
 */
export async function recheckActions(ctx: Context): Promise<number> {
  const found = await findLinkedIncidents(ctx)
  const reopened = await Promise.all(
    found.map(({ incident, service, change, ...action }) =>
      reopenAction(ctx, action, incident, `${incident}${service ? ` on ${service}` : ''} is linked to ${change}.`),
    ),
  )
  return reopened.filter(Boolean).length
}

async function findLinkedIncidents(ctx: Context): Promise<Finding[]> {
  const now = sql`${ctx.now.toISOString()}::timestamptz`
  const days = sql.join(
    recheckDays.map((day) => sql`(${day}::int)`),
    sql`, `,
  )
  const { rows } = await ctx.db.execute<Finding>(sql`
    select distinct on (action.id)
      action.id, action.title, action.owner, action.status, action.verified_by,
      again.number as incident, again.affected_service as service,
      coalesce(again.caused_by_change, again.related_change) as change
    from improvements action
    join reviews review on review.reference = action.source_ref
    left join review_steps step on step.reference = review.reference and step.step = 'incidents'
    cross join (values ${days}) as recheck (days)
    join incidents again on again.opened_at > greatest(action.done_at, action.looked_at)
      and again.opened_at <= action.done_at + recheck.days * interval '1 day'
      and (
        again.related_change = review.change_number
        or again.caused_by_change = review.change_number
        or (
          again.caused_by_change is not null
          and again.affected_service in (
            select cause.affected_service from json_array_elements(step.form -> 'decisions') decision
            join incidents cause on cause.number = decision ->> 'incident'
            where decision ->> 'decision' = 'confirmed'
          )
        )
      )
    where action.status in ('done', 'verified')
      and action.done_at + recheck.days * interval '1 day' <= ${now}
      and action.done_at + (recheck.days + ${maxReminderAgeDays}::int) * interval '1 day' > ${now}
      and not exists (
        select from json_array_elements(step.form -> 'decisions') known where known ->> 'incident' = again.number
      )
    order by action.id, again.opened_at, again.number
    limit ${maxInRun}`)
  return rows
}
