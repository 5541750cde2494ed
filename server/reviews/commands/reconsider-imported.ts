import { sql } from 'drizzle-orm'
import { recordActionParts } from '#server/improvements/parts-of-actions.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { policyInputColumns } from '#server/policy/policy-input.ts'
import { recordImportedParts } from '#server/reviews/parts.ts'
import { wasLiveSql } from '#server/reviews/policy/open-marked-review.ts'
import { policyIncidentFields, reconsiderReviews } from './reconsider-reviews.ts'

/**
 * Reconsiders the reviews of the changes that an import updated or whose incidents it wrote. The request identifier of
 * the context names the import.
 */
export async function reconsiderImported(ctx: Omit<TxContext, 'actor'>): Promise<void> {
  await recordImportedParts(ctx)
  await recordActionParts(ctx.db)
  await reconsiderReviews(ctx, await listChangesToReconsider(ctx))
}

/**
 * Makes a job of alerts or deployments, which write what the policy reads. At its end, even by an error, the reviews of
 * the changes and incidents that it wrote are reconsidered: in a transaction of its own, as its own ones lock records in
 * another order.
 */
export const reconsidering = (run: (ctx: Context) => Promise<unknown>) => async (ctx: Context) => {
  try {
    await run(ctx)
  } finally {
    await inTransaction(ctx, async (tx) => reconsiderReviews(tx, await listChangesToReconsider(tx)))
  }
}

/**
 * Lists the changes with a decision or a review, or that count as reviewed elsewhere, of which an import or a job wrote
 * an input of the policy: fields of the change, or of an incident that names or named it.
 */
async function listChangesToReconsider({ db, requestId }: Omit<TxContext, 'actor'>): Promise<string[]> {
  const hasField = (fields: readonly string[]) =>
    sql`exists (select from json_object_keys(e.changes) field where field = any(${sql.param(fields)}::text[]))`
  const { rows } = await db.execute<{ number: string }>(sql`
    with written as (
      select e.entity_id as incident, case when e.action <> 'create' then e.changes end as changes from audit_events e
      where e.request_id = ${requestId} and e.entity_type = 'incident'
        and (e.action = 'create' or ${hasField(policyIncidentFields)})
    ), named (number) as (
      select e.entity_id from audit_events e
      where e.request_id = ${requestId} and e.entity_type = 'change' and e.action = 'update'
        and (${hasField(Object.keys(policyInputColumns))} or e.changes #>> '{state,from}' = 'closed')
      union select unnest(array[i.related_change, i.caused_by_change])
        from written w join incidents i on i.number = w.incident
      union select unnest(array[changes #>> '{related_change,from}', changes #>> '{caused_by_change,from}'])
        from written where changes is not null
    )
    select c.number from named n
    join changes c on c.number = n.number left join reviews r on r.change_number = c.number
    where case when r.reference is not null then r.status <> 'awaiting_sign_off'
      when c.pir_completed then ${sql.raw(wasLiveSql('c'))}
      else exists (select from policy_decisions d where d.change_number = c.number and not d.is_owed) end`)
  return rows.map(({ number }) => number)
}
