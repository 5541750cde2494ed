import { reviewActions } from '#lib/actions/review-actions.ts'
import type { VersionedChange } from '#server/changes/queries.ts'
import { differences, recordEvent } from '#server/platform/audit/record-event.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { insertReview } from './insert-review.ts'
import type { Demand } from './policy-demand.ts'
import type { ReviewRow } from './queries.ts'

/** Who opens a review because its change needs a sign-off. */
export const policyActor = { kind: 'system', id: 'decide-reviews', name: 'Hindsight' } as const

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
