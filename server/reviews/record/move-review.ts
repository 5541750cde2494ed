import type { Action } from '#lib/actions/action.ts'
import type { ReviewReturn } from '#lib/contracts/app/review-forms.ts'
import type { NotificationKind } from '#lib/contracts/app/values.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { markHandledRead } from '#server/notifications/commands.ts'
import type { FieldChanges } from '#server/platform/audit/record-event.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import { selectPossibleSigners } from '#server/reviews/four-eyes/signers.ts'
import type { ReviewRow } from './queries.ts'
import { type ReviewColumns, writeReview } from './write-review.ts'

type ReviewerColumn = 'reviewer' | 'reviewerName'

/** Columns that a move writes, with the new status. A new reviewer needs a name too. */
export type Move = Omit<ReviewColumns, ReviewerColumn> &
  Pick<ReviewRow, 'status'> &
  (Pick<ReviewRow, ReviewerColumn> | { readonly [Key in ReviewerColumn]?: never })

/**
 * Writes a locked review, usually with another status. The history records the status, the person who submitted it, and
 * `more`.
 */
export async function moveReview(
  ctx: TxContext,
  before: ReviewRow,
  action: Action,
  move: Move,
  more: FieldChanges = {},
): Promise<ReviewRow> {
  // The request of a waiver ends when the review is completed or restored.
  const endsRequest = move.status === 'completed' || before.status === 'waived'
  const { status, submittedBy = before.submittedBy } = move
  const after = await writeReview(ctx, before, action, {
    set: { ...move, ...(endsRequest && { waiverRequest: null }) },
    changes: {
      ...(before.status !== status && { status: { from: before.status, to: status } }),
      ...(before.submittedBy !== submittedBy && { submitted_by: { from: before.submittedBy, to: submittedBy } }),
      ...more,
    },
  })
  if (before.status === 'awaiting_sign_off' && after.status !== before.status) {
    await closeRequests(
      ctx,
      ['sign_off_requested', 'sign_off_reminder'],
      pagePaths.review(before.changeNumber, 'sign-off'),
    )
  }
  if (before.waiverRequest !== null && (after.waiverRequest === null || after.status === 'waived')) {
    await closeRequests(ctx, ['waiver_requested'], pagePaths.change(before.changeNumber))
  }
  return after
}

/** Values of the columns that reopening clears. The writers stay, as their answers do. */
export const clearedByReopening = {
  submittedAt: null,
  submittedBy: null,
  signedOffAt: null,
  signedOffBy: null,
  completedAt: null,
  completedBy: null,
  completedThrough: null,
  setThroughApi: null,
  waivedAt: null,
  waivedBy: null,
  waiveReason: null,
  proposedOutcome: null,
  remindedAt: null,
}

/** Builds the note for the reviewer about who returned or reopened a review, when and why. */
export const buildReturn = (
  { now, actor }: Context,
  kind: ReviewReturn['kind'],
  reason: string,
  step?: ReviewReturn['step'],
): ReviewReturn => ({
  kind,
  at: now.toISOString(),
  by: actor.name,
  reason,
  ...(step && { step }),
})

/** Marks the requests to managers as read, once the review no longer waits for them. */
async function closeRequests(ctx: TxContext, kinds: readonly NotificationKind[], path: string): Promise<void> {
  await markHandledRead(ctx, { recipients: selectPossibleSigners(ctx.db), kinds, path })
}
