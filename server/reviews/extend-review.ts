import { reviewActions } from '#lib/actions/review-actions.ts'
import { whyNotExtend } from '#lib/domain/four-eyes/review-sign-off.ts'
import { latestExtension } from '#lib/domain/review/latest-extension.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import { transition } from './transition.ts'

type Extension = { readonly due_on: string; readonly reason: string }

/**
 * Extends the due date of an open review; the first one stays, and extensions are counted. Its reviewer is notified.
 * Throws `not_found`, `forbidden` and `conflict`, as `whyNotExtend` says or without a due date, and `invalid_parameter` unless the new date is
 * later than the current one and at most `latestExtension`.
 */
export const extendReview = transition<Extension>({
  action: reviewActions.extended,
  may: whyNotExtend,
  write(_, { row }, review, { due_on: dueOn, reason }) {
    const { due_on: current } = review
    if (current === null) throw new AppError('conflict', 'It has no due date.')
    const first = review.first_due_on ?? current
    const latest = latestExtension(first)
    if (dueOn <= current || dueOn > latest) {
      throw invalidField('due_on', 'body', `must be later than ${current} and at most ${latest}`)
    }
    return {
      move: { status: row.status, dueOn, firstDueOn: first, extensions: row.extensions + 1 },
      changes: { due_on: { from: current, to: dueOn }, extend_reason: { from: null, to: reason } },
    }
  },
  notices: (facts, { due_on: dueOn, reason }) => reviewActions.extended.notifies({ ...facts, dueOn, reason }),
})
