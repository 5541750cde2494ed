import { reviewActions } from '#lib/actions/review-actions.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { assertComplete, buildCompletion, storeOpenChecks } from '#server/reviews/completion.ts'
import { assertWritable, lockReviewAndChange, whyActorRequiresSignOff } from '#server/reviews/locked-review.ts'
import { decideAtCompletion } from '#server/reviews/policy/decide-at-completion.ts'
import { storeFullRequirement } from '#server/reviews/requirement.ts'
import { assertCleanIfShort } from '#server/reviews/short-form.ts'
import { transition } from './transition.ts'

type Completion = { readonly pir_date?: string | null | undefined }

const complete = transition<Completion>({
  action: reviewActions.completed,
  may: null,
  assertStatus: assertWritable,
  async prepare(ctx, writable) {
    const locked = await decideAtCompletion(ctx, writable)
    const reason = whyActorRequiresSignOff(ctx, locked)
    if (reason !== null) {
      const { reference } = locked.row
      throw new AppError('conflict', `The review ${reference} needs a sign-off: submit it instead. ${reason}`)
    }
    await assertCleanIfShort(ctx, locked.row)
    return storeOpenChecks(ctx, locked)
  },
  write: async (ctx, locked, _, { pir_date: date = null }) =>
    buildCompletion(ctx, locked, { outcome: await assertComplete(ctx.db, locked), date }),
  notices: reviewActions.completed.notifies,
})

/**
 * Completes a review that needs no sign-off: the review, the review fields of its change, its version and the history,
 * all or nothing. It closes a change in state `review` (ITIL: a change is closed once it is reviewed); other states
 * stay. The date defaults to today (UTC). Throws `not_found`, and `conflict` when it is already completed, waits for or
 * needs a sign-off, or a step is incomplete, with one detail for each missing part.
 */
export async function completeReview(ctx: Context, reference: string, completion: Completion): Promise<Review> {
  try {
    return await complete(ctx, reference, completion)
  } catch (error) {
    // The need of a sign-off that refuses a completion stays, so that the page asks for it from then on.
    if (error instanceof AppError && error.code === 'conflict')
      await inTransaction(ctx, (tx) => keepRequirement(tx, reference))
    throw error
  }
}

const keepRequirement = async (tx: TxContext, reference: string) =>
  storeFullRequirement(tx, await lockReviewAndChange(tx.db, reference))
