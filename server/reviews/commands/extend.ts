import { reviewActions } from '#lib/actions/review-actions.ts'
import { getExtensionDays } from '#lib/review/due.ts'
import { whyNotExtend } from '#lib/review/sign-off.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import { getToday } from '#server/platform/runtime/context.ts'
import { transition } from './transition.ts'

type Extension = { readonly due_on: string; readonly reason: string }

/**
 * Extends the due date of an open review and notifies its reviewer. The first due date stays, and extensions are
 * counted. Throws `not_found`, `forbidden` and `conflict` as `whyNotExtend` says, `conflict` without a day that
 * `getExtensionDays` allows, and `invalid_parameter` for another day.
 */
export const extendReview = transition<Extension>({
  action: reviewActions.extended,
  may: whyNotExtend,
  write(ctx, { row }, { due_on: current, first_due_on: first }, { due_on: dueOn, reason }) {
    if (current === null) throw new AppError('conflict', 'It has no due date.')
    const days = getExtensionDays({ due_on: current, first_due_on: first }, getToday(ctx))
    if (days === null) {
      throw new AppError('conflict', `It was first due on ${first ?? current}, too long ago to be extended.`)
    }
    if (dueOn < days.first || dueOn > days.last) {
      throw invalidField('due_on', 'body', `must be from ${days.first} to ${days.last}`)
    }
    return {
      move: { status: row.status, dueOn, firstDueOn: first ?? current, extensions: row.extensions + 1 },
      auditChanges: { extend_reason: { from: null, to: reason } },
    }
  },
  notices: (facts, { due_on: dueOn, reason }) => reviewActions.extended.notifies({ ...facts, dueOn, reason }),
})
