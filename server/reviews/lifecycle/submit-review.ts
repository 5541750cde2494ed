import { reviewActions } from '#lib/actions/review-actions.ts'
import { whyNotWithdraw } from '#lib/domain/four-eyes/review-sign-off.ts'
import { AppError } from '#server/platform/errors.ts'
import { listSigners } from '#server/reviews/four-eyes/signers.ts'
import { decideAtCompletion } from '#server/reviews/policy/decide-at-completion.ts'
import { assertComplete } from '#server/reviews/record/completeness.ts'
import { whyActorRequiresSignOff } from '#server/reviews/record/locked-review.ts'
import { lockWritableReview } from '#server/reviews/record/review-lock.ts'
import { assertCleanIfShort } from '#server/reviews/steps/short-form.ts'
import { transition } from './transition.ts'

/**
 * Submits a review for sign-off, and notifies the people who may sign it off. Throws `not_found`, and `conflict` when
 * it needs no sign-off, is already submitted or completed, or a step is incomplete, with one detail for each missing
 * part.
 */
export const submitReview = transition({
  action: reviewActions.submitted,
  may: null,
  lock: lockWritableReview,
  async prepare(ctx, writable) {
    const locked = await decideAtCompletion(ctx, writable)
    if (whyActorRequiresSignOff(ctx, locked) === null) {
      throw new AppError('conflict', `The review ${locked.row.reference} needs no sign-off: complete it.`)
    }
    await assertCleanIfShort(ctx, locked.row)
    await assertComplete(ctx.db, locked)
    return locked
  },
  write: ({ now, actor }, { row }) => ({
    move: {
      status: 'awaiting_sign_off',
      needsSignOff: true,
      submittedAt: now.toISOString(),
      submittedBy: actor.kind === 'account' ? actor.email : null,
      returned: null,
    },
    auditChanges: row.needsSignOff ? {} : { needs_sign_off: { from: false, to: true } },
  }),
  notices: async (facts, _, { ctx, review }) =>
    reviewActions.submitted.notifies({ ...facts, signers: await listSigners(ctx.db, review) }),
})

/** Withdraws a review that waits for sign-off. Throws `not_found`, `forbidden`, `conflict` as `whyNotWithdraw` says. */
export const withdrawReview = transition({
  action: reviewActions.withdrawn,
  may: whyNotWithdraw,
  write: (_, { change }) => ({
    move: { status: 'in_progress', submittedAt: null, submittedBy: null, setThroughApi: null },
    ...(change.pir_completed && { pirFields: { pir_completed: false } }),
  }),
})
