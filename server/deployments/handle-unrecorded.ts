import { eq, sql } from 'drizzle-orm'
import { changeActions } from '#lib/actions/record-actions.ts'
import { hasImplemented } from '#lib/domain/four-eyes/four-eyes.ts'
import { evaluatePolicy, type OwedReview } from '#lib/domain/policy/review-policy.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import { recordColumns } from '#server/platform/db/record-columns.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { createDefaultRules } from '#server/policy/create-default-rules.ts'
import { getPolicyInput } from '#server/policy/get-policy-input.ts'
import { findLinkedIncidents } from '#server/policy/policy-input.ts'
import { lockReviewOfChange } from '#server/reviews/locked-review.ts'
import { readParticipation, resolveParticipants } from '#server/reviews/parts.ts'
import { readPolicy, storeDecision } from '#server/reviews/policy/decide-change.ts'
import { changes } from '#server/schema/changes.ts'
import { deployments } from '#server/schema/connections.ts'
import { reviews } from '#server/schema/reviews.ts'
import type { DeploymentRow } from './merge-deployment.ts'

/** The review that an unrecorded change owes when no rule of the policy matches it. */
const defaultOwedReview: OwedReview = {
  reasons: [{ rule_id: 'unrecorded', rule: 'Unrecorded change', text: 'Deployed to production without a change' }],
  isSampled: false,
  form: 'full',
  dueBusinessDays: 10,
  needsSignOff: false,
  assignments: [{ rule: 'Unrecorded change', assignment: { kind: 'service' } }],
}

/**
 * Makes the review of an unrecorded change owed: the change counts as implemented without authorization, and the policy
 * decides on the review. Throws `not_found`, and `conflict` if somebody decided about it before.
 */
export async function reviewUnrecordedChange(ctx: Context, id: string) {
  await createDefaultRules(ctx)
  return inTransaction(ctx, async (tx) => {
    const { number } = await markHandled(tx, id, 'review', null)
    await lockReviewOfChange(tx.db, number)
    const columns = recordColumns(changes, ['state', 'is_unauthorized'])
    const [before] = await tx.db.select(columns).from(changes).where(eq(changes.number, number)).for('update')
    if (!before) throw notFound('change', number)
    const state = 'review'
    const updatedAt = ctx.now.toISOString()
    await tx.db
      .update(changes)
      .set({ state, isUnauthorized: true, version: sql`${changes.version} + 1`, updatedAt })
      .where(eq(changes.number, number))
    await recordEvent(tx, changeActions.found_unauthorized, number, {
      state: { from: before.state, to: state },
      is_unauthorized: { from: before.is_unauthorized, to: true },
    })
    const change = await getPolicyInput(tx.db, number)
    const incidents = (await findLinkedIncidents(tx.db, [number])).get(number) ?? []
    const policy = await readPolicy(tx.db)
    const owed = evaluatePolicy({ ...change, incidents }, policy.rules) ?? defaultOwedReview
    await storeDecision(tx, change, owed, policy)
    const reference = recordColumns(reviews, ['reference'])
    const [review] = await tx.db.select(reference).from(reviews).where(eq(reviews.changeNumber, number))
    if (!review) throw new Error('The review was not opened.')
    return { change_number: number, reference: review.reference }
  })
}

/**
 * Dismisses an unrecorded change for a reason, which stays in the history of its change. Throws `not_found`, `conflict`
 * if somebody decided about it before, and `forbidden` for its implementer.
 */
export async function dismissUnrecordedChange(ctx: Context, id: string, reason: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { number } = await markHandled(tx, id, 'dismissed', reason)
    await assertNotImplementer(tx, number)
    await recordEvent(tx, changeActions.dismissed, number, { dismissed_because: { from: null, to: reason } })
  })
}

/** Throws `forbidden` for an actor who implemented the change, or who has no account. */
async function assertNotImplementer({ db, actor }: TxContext, number: string): Promise<void> {
  const { assigned_to } = await getPolicyInput(db, number)
  const recorded = await readParticipation(db, { number, reviewer: null, assigned_to })
  const participation = await resolveParticipants(db, recorded)
  if (actor.kind !== 'account' || hasImplemented(actor, participation)) {
    throw new AppError('forbidden', 'You implemented the change, so somebody else has to dismiss it.')
  }
}

async function markHandled(
  { db, now, actor }: TxContext,
  id: string,
  handling: NonNullable<DeploymentRow['handling']>,
  reason: string | null,
): Promise<{ number: string }> {
  const [row] = await db.select().from(deployments).where(eq(deployments.id, id)).for('update')
  if (!row) throw notFound('unrecorded change', id)
  if (row.matchedBy !== 'pipeline' || row.changeNumber === null) {
    throw new AppError('conflict', `The deployment belongs to ${row.changeNumber ?? 'no change'} by now.`)
  }
  if (row.handledAt !== null)
    throw new AppError('conflict', `${row.handledBy ?? 'Somebody'} has decided about it already.`)
  const at = now.toISOString()
  await db
    .update(deployments)
    .set({ handledAt: at, handledBy: actor.name, handling, handlingReason: reason, updatedAt: at })
    .where(eq(deployments.id, id))
  return { number: row.changeNumber }
}
