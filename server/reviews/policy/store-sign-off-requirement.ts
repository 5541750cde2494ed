import { reviewActions } from '#lib/actions/review-actions.ts'
import { isClosedReview } from '#lib/contracts/app/review-values.ts'
import { type SignOffRequirement, whySignOffRequired } from '#lib/domain/four-eyes/four-eyes.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { readEvaluation } from '#server/reviews/four-eyes/evaluate-review.ts'
import type { LockedReview } from '#server/reviews/record/locked-review.ts'
import { buildForms, type ReviewRow } from '#server/reviews/record/queries.ts'
import { writeReview } from '#server/reviews/record/write-review.ts'
import { policyActor } from './open-marked-review.ts'

/**
 * Stores that an open review needs a sign-off, once a write shows it. Then only a sign-off or a waiver removes the
 * need, whatever is written later. Review and change must be locked; without `evaluated`, the requirement is read.
 */
export async function storeSignOffRequirement(
  ctx: Omit<TxContext, 'actor'>,
  locked: LockedReview,
  evaluated?: SignOffRequirement,
): Promise<ReviewRow> {
  const { row, change, steps, history, participation } = locked
  if (row.needsSignOff || row.status === 'awaiting_sign_off' || isClosedReview(row.status)) return row
  const forms = buildForms(change, steps)
  const requirement = evaluated ?? (await readEvaluation(ctx.db, { row, change, forms, history })).requirement
  // Parts of people are known from the history and do not depend on the reviewer, so only unstated implementers count.
  const unstated = { parts: [], unresolved: [], unstated: participation.unstated }
  if (whySignOffRequired({ participation: unstated, reviewer: null, person: null, requirement }) === null) return row
  return writeReview({ ...ctx, actor: policyActor }, row, reviewActions.update, {
    set: { needsSignOff: true },
    changes: { needs_sign_off: { from: false, to: true } },
  })
}
