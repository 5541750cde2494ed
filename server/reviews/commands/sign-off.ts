import { reviewActions } from '#lib/actions/review-actions.ts'
import type { signOffReview as contract, returnReview as returnContract } from '#lib/contracts/app/review-sign-off.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import type { BodyOf } from '#lib/contracts/endpoint.ts'
import { whyNotSignOff } from '#lib/review/sign-off.ts'
import { AppError } from '#server/platform/errors.ts'
import { buildCompletion, readSubmittedOutcome } from '#server/reviews/completion.ts'
import { readStatedImplementer } from '#server/reviews/signers.ts'
import { buildReturn } from '#server/reviews/write-review.ts'
import { transition } from './transition.ts'

/** The endpoint requires both times that the signer has seen. */
type SignOff = Partial<BodyOf<typeof contract>>
type Return = BodyOf<typeof returnContract>

/**
 * Signs a review off, which completes it: review, change, version and history, all or nothing. A review that became
 * incomplete after its submission, such as by a newly linked incident, is rejected as at completion. Throws
 * `not_found`, `forbidden` and `conflict`, as `whyNotSignOff` says, and `precondition_failed` when review or change
 * differ from what the signer read.
 */
export const signOffReview = transition<SignOff>({
  action: reviewActions.signed_off,
  may: whyNotSignOff,
  async write(ctx, locked, review, { pir_date: date = null, implementer, ...read }) {
    assertRead(read, review, locked.change)
    const stated = await readStatedImplementer(ctx, review, implementer, whyNotSignOff)
    const outcome = await readSubmittedOutcome(ctx.db, locked)
    return buildCompletion(ctx, locked, { outcome, date, isSignedOff: true, implementer: stated })
  },
  notices: reviewActions.signed_off.notifies,
})

/**
 * Throws unless the signer read the current state: the review was not submitted again, and the change was not written.
 */
function assertRead({ submitted_at, change_updated_at }: SignOff, review: Review, change: ChangeRecord): void {
  const refuse = (what: string) => {
    throw new AppError('precondition_failed', `${what} since you opened it. Read what is new, then sign off.`)
  }
  if (submitted_at !== undefined && submitted_at !== review.submitted_at) refuse('The review was submitted again')
  if (change_updated_at !== undefined && change_updated_at !== change.updated_at) refuse(`${change.number} was written`)
}

/**
 * Returns a review instead of signing it off, and notifies its reviewer of the reason and the step. Throws the errors
 * of `signOffReview`.
 */
export const returnReview = transition<Return>({
  action: reviewActions.returned,
  may: whyNotSignOff,
  write: (ctx, { change }, _, { reason, step }) => ({
    move: {
      status: 'in_progress',
      submittedAt: null,
      submittedBy: null,
      setThroughApi: null,
      returned: buildReturn(ctx, 'returned', reason, step),
    },
    auditChanges: {
      return_reason: { from: null, to: reason },
      ...(step && { return_step: { from: null, to: step } }),
    },
    ...(change.pir_completed && { pirFields: { pir_completed: false } }),
  }),
  notices: (facts, body) => reviewActions.returned.notifies({ ...facts, ...body }),
})
