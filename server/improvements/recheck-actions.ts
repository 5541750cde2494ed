import { type SQL, sql } from 'drizzle-orm'
import { maxReminderAgeDays } from '#lib/review/reminders.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { type DoneAction, reopenAction } from './reopen-action.ts'

/** Days after an action was done on which its linked incidents are checked. */
const recheckDays = [30, 60, 90] as const
/** Actions reopened in one run; the next run continues. */
const maxInRun = 200

type RecheckFinding = DoneAction & {
  readonly incident: string
  readonly service: string | null
  readonly change: string
}

/**
 * Rechecks each done or verified action 30, 60 and 90 days after it was done, and reopens it if linked incidents came
 * in since. An incident is linked if it names the reviewed change, was confirmed as caused by it, or was caused by any
 * change on a service of the incidents that the review confirmed. Incidents that the review decided on or that were
 * opened before the last recheck do not count. A recheck that is long past is skipped, so that imported old actions
 * stay. Returns the number of reopened actions.
 */
export async function recheckActions(ctx: Context): Promise<number> {
  const findings = await findLinkedIncidents(ctx)
  const reopened = await Promise.all(
    findings.map(({ incident, service, change, ...action }) =>
      reopenAction(ctx, action, incident, `${incident}${service ? ` on ${service}` : ''} is linked to ${change}.`),
    ),
  )
  return reopened.filter(Boolean).length
}

/** Finds the due actions with their first linked incident. Each kind of link is one search in an index. */
async function findLinkedIncidents(ctx: Context): Promise<RecheckFinding[]> {
  const now = sql`${ctx.now.toISOString()}::timestamptz`
  const days = sql.join(
    recheckDays.map((day) => sql`(${day}::int)`),
    sql`, `,
  )
  const first = (condition: SQL) => sql`(
      select linked.* from incidents linked
      where ${condition} and linked.opened_at > due.since and linked.opened_at <= due.until
        and linked.number <> all (due.decided)
      order by linked.opened_at, linked.number
      limit 1
    )`
  const { rows } = await ctx.db.execute<RecheckFinding>(sql`
    with due as materialized (
      select action.id, action.title, action.owner, action.status, action.verified_by, review.change_number,
        greatest(action.done_at, action.looked_at) as since,
        action.done_at + recheck.days * interval '1 day' as until,
        array(
          select decision ->> 'incident' from json_array_elements(step.form -> 'decisions') decision
          where decision ->> 'incident' is not null
        ) as decided,
        array(
          select distinct cause.affected_service from json_array_elements(step.form -> 'decisions') decision
          join incidents cause on cause.number = decision ->> 'incident'
          where decision ->> 'decision' = 'confirmed' and cause.affected_service is not null
        ) as services
      from improvements action
      join reviews review on review.reference = action.source_ref
      left join review_steps step on step.reference = review.reference and step.step = 'incidents'
      cross join lateral (
        select max(day) as days from (values ${days}) as check_day (day)
        where action.done_at + day * interval '1 day' <= ${now}
          and action.done_at + (day + ${maxReminderAgeDays}::int) * interval '1 day' > ${now}
      ) recheck
      where action.status in ('done', 'verified') and recheck.days is not null
    )
    select distinct on (due.id)
      due.id, due.title, due.owner, due.status, due.verified_by,
      again.number as incident, again.affected_service as service,
      coalesce(again.caused_by_change, again.related_change) as change
    from due cross join lateral (
      ${first(sql`linked.related_change = due.change_number`)}
      union all ${first(sql`linked.caused_by_change = due.change_number`)}
      union all select on_service.* from unnest(due.services) service
        cross join lateral ${first(sql`linked.affected_service = service and linked.caused_by_change is not null`)} on_service
    ) again
    order by due.id, again.opened_at, again.number
    limit ${maxInRun}`)
  return rows
}
