import { and, eq, isNotNull, ne, or, sql } from 'drizzle-orm'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { judgedColumns } from '#server/policy/judged-changes.ts'
import { auditEvents } from '#server/schema/access.ts'
import { changes } from '#server/schema/changes.ts'
import { reviews } from '#server/schema/reviews.ts'
import { judgeAgain } from './judge-again.ts'
import { wasLive } from './open-marked-review.ts'

/** Judges again the reviews of the changes that an import updated or whose incidents it wrote, by its identifier. */
export async function judgeImported(ctx: Omit<TxContext, 'actor'>): Promise<void> {
  for (const number of await listUpdatedChanges(ctx)) await judgeAgain(ctx, number)
  for (const { number, unlinked } of await listChangesOfIncidents(ctx)) await judgeAgain(ctx, number, unlinked)
}

async function listUpdatedChanges({ db, requestId }: Omit<TxContext, 'actor'>): Promise<string[]> {
  const found = await db
    .selectDistinct({ number: auditEvents.entityId })
    .from(auditEvents)
    .innerJoin(changes, eq(changes.number, auditEvents.entityId))
    .leftJoin(reviews, eq(reviews.changeNumber, auditEvents.entityId))
    .where(
      and(
        and(eq(auditEvents.requestId, requestId), eq(auditEvents.entityType, 'change')),
        eq(auditEvents.action, 'update'),
        or(
          and(isNotNull(reviews.reference), ne(reviews.status, 'awaiting_sign_off')),
          and(eq(changes.pirCompleted, true), wasLive),
        ),
        sql`exists (select from json_object_keys(${auditEvents.changes}) as field
          where field = any(${sql.param(Object.keys(judgedColumns))}::text[]))`,
      ),
    )
    .orderBy(auditEvents.entityId)
  return found.map(({ number }) => number)
}

/** The changes with a review that incidents of the import name or named, and the incidents that it unlinked. */
async function listChangesOfIncidents({ db, requestId }: Omit<TxContext, 'actor'>) {
  const { rows } = await db.execute<{ number: string; unlinked: string[] }>(sql`
    with written as (
      select e.entity_id as incident, i.related_change, i.caused_by_change, e.changes
      from audit_events e left join incidents i on i.number = e.entity_id
      where e.request_id = ${requestId} and e.entity_type = 'incident'
    ), named as (
      select incident, unnest(array[related_change, caused_by_change]) as number, false as is_former from written
      union select incident, changes #>> '{related_change,from}', true from written
      union select incident, changes #>> '{caused_by_change,from}', true from written
    )
    select n.number, array_agg(n.incident) filter (where n.is_former) as unlinked
    from named n join reviews r on r.change_number = n.number
    where r.status <> 'awaiting_sign_off'
    group by n.number order by n.number`)
  return rows.map(({ number, unlinked }) => ({ number, unlinked: unlinked ?? [] }))
}
