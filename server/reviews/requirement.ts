import { reviewActions } from '#lib/actions/review-actions.ts'
import type { OwedReason } from '#lib/contracts/app/review-forms.ts'
import { isClosedReview } from '#lib/contracts/app/review-values.ts'
import { whySignOffRequired } from '#lib/domain/four-eyes/four-eyes.ts'
import { describeReason } from '#lib/domain/policy/change-words.ts'
import { listDifferences } from '#server/platform/audit/record-event.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { addSignOffReasons, type Evaluation, readEvaluation } from './four-eyes/evaluate-review.ts'
import { readHistoryOf } from './four-eyes/history-of-changes.ts'
import type { LockedReview } from './locked-review.ts'
import { policyActor } from './policy/open-marked-review.ts'
import { buildForms, type ReviewRow } from './queries.ts'
import { writeReview } from './write-review.ts'

/** Builds the write by which an open review needs a sign-off, or no longer does, and its entry in the history. */
export function buildRequirement(row: ReviewRow, reasons: OwedReason[], needsSignOff: boolean) {
  return {
    set: { needsSignOff, reasons },
    changes: {
      needs_sign_off: { from: !needsSignOff, to: needsSignOff },
      ...listDifferences({ reasons: row.reasons.map(describeReason) }, { reasons: reasons.map(describeReason) }),
    },
  }
}

/**
 * Stores that an open review needs a sign-off, once a write shows it. Then only a sign-off, a waiver or the confirmed
 * end of a rule removes the need, whatever is written later. Review and change must be locked. Without `evaluated`, the
 * current record decides: what former ones required was stored when they were written.
 */
export async function storeSignOffRequirement(
  ctx: Omit<TxContext, 'actor'>,
  { row, change, steps, participation }: LockedReview,
  evaluated?: Evaluation,
): Promise<ReviewRow> {
  if (row.needsSignOff || row.status === 'awaiting_sign_off' || isClosedReview(row.status)) return row
  const review = { row, change, forms: buildForms(change, steps), history: [] }
  const evaluation = evaluated ?? (await readEvaluation(ctx.db, review))
  // Parts of people are recorded and do not depend on the reviewer, so only unstated implementers count.
  const unstated = { parts: [], unresolved: [], unstated: participation.unstated }
  const facts = { participation: unstated, reviewer: null, person: null, isRequired: evaluation.owedSignOff !== null }
  if (whySignOffRequired(facts) === null) return row
  const write = buildRequirement(row, addSignOffReasons(row.reasons, evaluation), true)
  return writeReview({ ...ctx, actor: policyActor }, row, reviewActions.update, write)
}

/**
 * Stores the requirement by all former records and rules too, where a review is opened or about to end: rules may have
 * changed while it was closed, and not each write to a record looks at its review.
 */
export async function storeFullRequirement(ctx: Omit<TxContext, 'actor'>, locked: LockedReview): Promise<LockedReview> {
  const { row, change, steps } = locked
  if (row.needsSignOff) return locked
  const review = { row, change, forms: buildForms(change, steps), history: await readHistoryOf(ctx.db, row) }
  return { ...locked, row: await storeSignOffRequirement(ctx, locked, await readEvaluation(ctx.db, review)) }
}
