import { sql } from 'drizzle-orm'
import { reviewActions } from '#lib/actions/review-actions.ts'
import type { VersionedChange } from '#server/changes/queries.ts'
import { differences, recordEvent } from '#server/platform/audit/record-event.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { auditEvents } from '#server/schema/access.ts'
import { changes } from '#server/schema/changes.ts'
import type { Entry } from './history-of-changes.ts'
import { insertReview } from './insert-review.ts'
import type { Demand } from './policy-demand.ts'
import type { ReviewRow } from './queries.ts'

/** Who opens a review because its change needs a sign-off. */
export const policyActor = { kind: 'system', id: 'decide-reviews', name: 'Hindsight' } as const

/**
 * Whether a change was a finished record of another system when an import brought it, which was reviewed there if at
 * all. What a session or a token of the API registers, it registers late.
 */
export const cameClosed = ({ state }: VersionedChange, history: readonly Entry[]): boolean =>
  state === 'closed' &&
  !history.some(
    ({ entity, action, actorKind, changes }) =>
      entity === 'change' &&
      ((action === 'update' && 'state' in changes) ||
        (action === 'create' && (actorKind === 'account' || actorKind === 'token'))),
  )

/** The contrary, of a row of `changes` in a query. */
export const wasLive = sql`(${changes.state} <> 'closed' or exists (select from ${auditEvents} moved
  where moved.entity_type = 'change' and moved.entity_id = ${changes.number}
    and (moved.action = 'update' and moved.changes -> 'state' is not null
      or moved.action = 'create' and moved.actor_kind in ('account', 'token'))))`

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
