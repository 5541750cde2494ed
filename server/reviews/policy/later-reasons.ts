import { eq } from 'drizzle-orm'
import { decisionActions } from '#lib/actions/policy-actions.ts'
import { reviewActions } from '#lib/actions/review-actions.ts'
import type { OwedReason } from '#lib/contracts/app/review-forms.ts'
import { isClosedReview } from '#lib/contracts/app/review-values.ts'
import { describeReason } from '#lib/domain/policy/change-words.ts'
import { addRemark, combineOwed, evaluatePolicy, type OwedReview } from '#lib/domain/policy/review-policy.ts'
import { formatDay } from '#lib/time/format-time.ts'
import { notifyAll } from '#server/notifications/notify.ts'
import { listDifferences, recordEvent } from '#server/platform/audit/record-event.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import {
  findLinkedIncidents,
  type LinkedIncident,
  type PolicyInputRow,
  policyInputColumns,
} from '#server/policy/policy-input.ts'
import { lockReviewOfChange } from '#server/reviews/locked-review.ts'
import type { ReviewRow } from '#server/reviews/queries.ts'
import { writeReview } from '#server/reviews/write-review.ts'
import { changes } from '#server/schema/changes.ts'
import { policyDecisions } from '#server/schema/policy.ts'
import {
  buildDecision,
  type DecisionRow,
  decisionAuditFields,
  endWaiting,
  findDecision,
  lockReviewable,
  openReviewForDecision,
  type Policy,
} from './decide-change.ts'

/**
 * Evaluates the review that a change owes because of facts that appeared after its decision, or null: another type or
 * risk, an incident that was linked or became more urgent, an overrun, a close code, a missing authorization. Rules
 * without a reason in the decision count. Rules that were edited since then only count for incidents written since, as
 * a change or incident may have met their conditions before.
 */
export function evaluateLaterFacts(
  change: PolicyInputRow,
  incidents: readonly LinkedIncident[],
  { decidedAt, reasons }: Pick<DecisionRow, 'decidedAt' | 'reasons'>,
  rules: Policy['rules'],
): OwedReview | null {
  const decidedRules = new Set(reasons.map(({ rule_id: id }) => id))
  const candidates = rules.filter(({ id, conditions }) => !decidedRules.has(id) && conditions.sample_percent === null)
  const edited = candidates.filter((rule) => rule.updated_at > decidedAt && rule.conditions.incident_priority !== null)
  const unedited = candidates.filter((rule) => rule.updated_at <= decidedAt)
  const later = incidents.filter(({ updated_at: at }) => at > decidedAt)
  return combineOwed(
    evaluatePolicy({ ...change, incidents }, unedited),
    evaluatePolicy({ ...change, incidents: later }, edited),
  )
}

/** Adds to reasons the remark that they appeared after the decision of `firstAt`. */
function addDecisionRemark(owed: OwedReview, firstAt: string, isOwed: boolean): OwedReview {
  const day = formatDay(firstAt.slice(0, 10))
  return addRemark(owed, isOwed ? `after the decision of ${day}` : `none was owed by the decision of ${day}`)
}

/**
 * Adds the later reasons to the decision on a change, in one transaction. A change that owed nothing gets its review;
 * an open review gets the reasons, a sign-off if one of their rules requires it, and its reviewer a notification. The
 * first decision stays in the history. Returns true if there was a reason.
 */
export function addLaterReasons(ctx: Context, number: string, policy: Policy): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const review = await lockReviewOfChange(tx.db, number)
    const change = review ? await lockChange(tx, number) : await lockReviewable(tx.db, number)
    const first = await findDecision(tx.db, number)
    await endWaiting(tx.db, number)
    if (!change || !first || (review && isClosedReview(review.status))) return false
    const incidents = (await findLinkedIncidents(tx.db, [number])).get(number) ?? []
    const later = evaluateLaterFacts(change, incidents, first, policy.rules)
    if (!later) return false
    const owed = addDecisionRemark(later, first.decidedAt, first.isOwed)
    const decision = first.isOwed
      ? { ...first, reasons: [...first.reasons, ...owed.reasons], decidedAt: ctx.now.toISOString() }
      : buildDecision(tx, number, owed, await openReviewForDecision(tx, change, owed, null, policy))
    await tx.db.update(policyDecisions).set(decision).where(eq(policyDecisions.changeNumber, number))
    await recordEvent(
      tx,
      decisionActions.update,
      number,
      listDifferences(decisionAuditFields(first), decisionAuditFields(decision)),
    )
    if (first.isOwed && review) await informReviewer(tx, review, change, owed)
    return true
  })
}

async function lockChange({ db }: TxContext, number: string): Promise<PolicyInputRow | undefined> {
  const [row] = await db.select(policyInputColumns).from(changes).where(eq(changes.number, number)).for('update')
  return row
}

/** Adds the reasons to a locked open review and notifies its reviewer. Its due date stays. */
async function informReviewer(
  ctx: TxContext,
  before: ReviewRow,
  change: PolicyInputRow,
  owed: OwedReview,
): Promise<void> {
  const reasons: OwedReason[] = [...before.reasons, ...owed.reasons]
  const isWaiting = before.status === 'awaiting_sign_off'
  const after = {
    reasons,
    form: before.status === 'not_started' && owed.form === 'full' ? ('full' as const) : before.form,
    needsSignOff: before.needsSignOff || (owed.needsSignOff && !isWaiting),
  }
  await writeReview(ctx, before, reviewActions.reasons_added, {
    set: after,
    changes: listDifferences(auditFields(before), auditFields(after)),
  })
  const reason = owed.reasons.map(({ text }) => text).join('; ')
  await notifyAll(ctx, reviewActions.reasons_added.notifies({ review: before, change, reason }))
}

/** Returns the fields of a review that later reasons change, for the history. */
const auditFields = ({ reasons, form, needsSignOff }: Pick<ReviewRow, 'reasons' | 'form' | 'needsSignOff'>) => ({
  reasons: reasons.map(describeReason),
  form_kind: form,
  needs_sign_off: needsSignOff,
})
