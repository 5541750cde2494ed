import { inArray, sql } from 'drizzle-orm'
import { reviewActions } from '#lib/actions/review-actions.ts'
import type { VersionedChange } from '#server/changes/queries.ts'
import { entriesOf } from '#server/history/entries-of-record.ts'
import { differences, recordEvent } from '#server/platform/audit/record-event.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { changes } from '#server/schema/changes.ts'
import { insertReview } from './insert-review.ts'
import type { Demand } from './policy-demand.ts'
import type { ReviewRow } from './queries.ts'

/** Who opens a review because its change needs a sign-off. */
export const policyActor = { kind: 'system', id: 'decide-reviews', name: 'Hindsight' } as const

/**
 * SQL that holds for a change that was not a finished record of another system when an import brought it, reviewed there
 * if at all: its state has changed here, or a session or a token of the API registered it, if late; also if it was
 * deleted since, as by the undo of its import. A stub, which stands for a change that somebody names, says nothing of it.
 * `change` is the name of its row, stored or about to be.
 */
export const wasLive = (change: string): string =>
  `(${change}.state <> 'closed' or exists (select from ${entriesOf("'change'", `${change}.number`)} e
    where e.action = 'update' and e.changes -> 'state' is not null
      or e.action = 'delete' and e.changes #>> '{state,from}' <> 'closed'
      or e.actor_kind in ('account', 'token') and (e.action = 'create' or e.changes -> 'is_stub' is not null)
        and e.changes #>> '{is_stub,to}' is distinct from 'true'))`

/** The numbers of these changes that were live. */
export async function listLive(db: Queryable, numbers: readonly string[]): Promise<ReadonlySet<string>> {
  if (numbers.length === 0) return new Set()
  const rows = await db
    .select({ number: changes.number })
    .from(changes)
    .where(sql`${inArray(changes.number, [...numbers])} and ${sql.raw(wasLive('changes'))}`)
  return new Set(rows.map(({ number }) => number))
}

/**
 * Opens the review of a change that was marked as reviewed before it had one, since the policy requires a sign-off for
 * it. The change must be locked and have no review.
 */
export async function openMarkedReview(
  ctx: TxContext,
  change: VersionedChange,
  owed: Demand['owed'] = null,
): Promise<ReviewRow> {
  const at = ctx.now.toISOString()
  const row = await insertReview(ctx.db, change.pir_reference, {
    changeNumber: change.number,
    status: 'not_started',
    reviewer: null,
    form: owed?.form ?? 'full',
    reasons: [...(owed?.reasons ?? [])],
    needsSignOff: true,
    origin: 'policy',
    createdAt: at,
    updatedAt: at,
  })
  const shown = { change_number: change.number, status: row.status, needs_sign_off: true }
  await recordEvent({ ...ctx, actor: policyActor }, reviewActions.create, row.reference, differences({}, shown))
  return row
}
