import { reviewActions } from '#lib/actions/review-actions.ts'
import { whyNotWithdraw } from '#lib/review/sign-off.ts'
import { AppError } from '#server/platform/errors.ts'
import { assertComplete, storeOpenChecks } from '#server/reviews/completion.ts'
import { assertWritable, whyActorRequiresSignOff } from '#server/reviews/locked-review.ts'
import { decideAtCompletion } from '#server/reviews/policy/decide-at-completion.ts'
import { assertCleanIfShort } from '#server/reviews/short-form.ts'
import { listSigners } from '#server/reviews/signers.ts'
import { createMove, transition } from './transition.ts'

/**
 * Submits a review for sign-off, and notifies the people who may sign it off. Throws `not_found`, and `conflict` when
 * it needs no sign-off, is already submitted or completed, or a step is incomplete, with one detail for each missing
 * part.
 */
export const submitReview = transition({
  action: reviewActions.submitted,
  may: null,
  assertStatus: assertWritable,
  async prepare(ctx, writable) {
    const locked = await decideAtCompletion(ctx, writable)
    if (whyActorRequiresSignOff(ctx, locked) === null) {
      throw new AppError('conflict', `The review ${locked.row.reference} needs no sign-off: complete it.`)
    }
    await assertCleanIfShort(ctx, locked.row)
    await assertComplete(ctx.db, locked)
    return storeOpenChecks(ctx, locked)
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

/**
 * Moves a review that needs a sign-off to wait for it, with the fields that the token set on its change. A review that
 * is already submitted stays submitted.
 */
export const submitThroughApi = createMove({
  action: reviewActions.submitted_through_api,
  write({ now, actor }, { row, change: { pir_outcome, pir_reference, pir_date } }) {
    const at = now.toISOString()
    const isWaiting = row.status === 'awaiting_sign_off'
    return {
      move: {
        status: 'awaiting_sign_off',
        needsSignOff: true,
        submittedAt: isWaiting ? row.submittedAt : at,
        submittedBy: isWaiting ? row.submittedBy : null,
        setThroughApi: { at, by: actor.name, pir_outcome, pir_reference, pir_date },
        waivedAt: null,
        waivedBy: null,
        waiveReason: null,
        returned: null,
      },
      auditChanges: { submitted_through: { from: null, to: 'api' } },
    }
  },
  notices: async (facts, _, { ctx, review }) =>
    reviewActions.submitted_through_api.notifies({ ...facts, signers: await listSigners(ctx.db, review) }),
})
