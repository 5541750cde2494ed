import { reviewActions } from '#lib/actions/review-actions.ts'
import { addBusinessDays } from '#lib/domain/policy/business-days.ts'
import { whyNotReopen } from '#lib/review/sign-off.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { getBusinessDay } from '#server/policy/business-day.ts'
import type { LockedReview } from '#server/reviews/locked-review.ts'
import { buildForms } from '#server/reviews/queries.ts'
import { markReopened, storeVersion } from '#server/reviews/versions.ts'
import { buildReturn, clearedByReopening } from '#server/reviews/write-review.ts'
import { transition } from './transition.ts'

/** Business days until a reopened review is due, whatever the days of its rule. */
const dueDays = { emergency: 5, other: 10 }

/**
 * Reopens a completed or waived review. The version of a completed one stays, with the person and reason of the
 * reopening. `pir_completed` of the change turns false, so that clients know that the review may change. Reference,
 * outcome and date of the last completion stay until the next one, and so does the state, as the work of the change
 * does not resume. A review that had a due date gets a new one, and the first one stays recorded. Throws `not_found`,
 * `forbidden` and `conflict`, as `whyNotReopen` says.
 */
export const reopenReview = transition<string>({
  action: reviewActions.reopened,
  may: whyNotReopen,
  async write(ctx, locked, _, reason) {
    const { row, change } = locked
    const wasCompleted = row.status === 'completed'
    if (wasCompleted) {
      await keepAsCompleted(ctx, locked)
      await markReopened(ctx, row, reason)
    }
    return {
      move: {
        ...clearedByReopening,
        status: 'in_progress',
        returned: buildReturn(ctx, 'reopened', reason),
        dueOn: row.dueOn === null ? null : await findNextDueDate(ctx, change.type),
        firstDueOn: row.firstDueOn ?? row.dueOn,
      },
      auditChanges: { reopen_reason: { from: null, to: reason } },
      ...(wasCompleted && { pirFields: { pir_completed: false } }),
    }
  },
  notices: (facts, reason) => reviewActions.reopened.notifies({ ...facts, reason }),
})

/** Stores the current state as a version, for a review that was completed before versions existed. */
async function keepAsCompleted(ctx: TxContext, { row, change, steps }: LockedReview): Promise<void> {
  const forms = buildForms(change, steps)
  const outcome = forms.outcome.outcome ?? change.pir_outcome
  if (outcome !== null) await storeVersion(ctx, row, { change, forms, outcome })
}

async function findNextDueDate(ctx: TxContext, type: string): Promise<string> {
  const { today, holidays } = await getBusinessDay(ctx)
  return addBusinessDays(today, type === 'emergency' ? dueDays.emergency : dueDays.other, holidays)
}
