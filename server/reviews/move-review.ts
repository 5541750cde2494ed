import { eq } from 'drizzle-orm'
import type { Action } from '#lib/actions/action.ts'
import type { ReviewReturn } from '#lib/contracts/app/review-values.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { markHandledRead } from '#server/notifications/mark-read.ts'
import { type FieldChanges, recordEvent } from '#server/platform/audit/record-event.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import { reviews } from '#server/schema/reviews.ts'
import type { ReviewRow } from './queries.ts'
import { listPossibleSigners } from './signers.ts'

export type Move = Partial<typeof reviews.$inferInsert> & Pick<ReviewRow, 'status'>

/** Writes a locked review, mostly to another status; the history records the status, who submitted it, and `more`. */
export async function moveReview(
  ctx: TxContext,
  before: ReviewRow,
  action: Action,
  move: Move,
  more: FieldChanges = {},
): Promise<ReviewRow> {
  const [after] = await ctx.db
    .update(reviews)
    .set({ ...move, version: before.version + 1, updatedAt: ctx.now.toISOString() })
    .where(eq(reviews.reference, before.reference))
    .returning()
  if (!after) throw new Error('The review was not moved.')
  if (before.status === 'awaiting_sign_off') await closeSignOffRequests(ctx, before.changeNumber)
  await recordEvent(ctx, action, before.reference, {
    ...(before.status !== after.status && { status: { from: before.status, to: after.status } }),
    ...(before.submittedBy !== after.submittedBy && {
      submitted_by: { from: before.submittedBy, to: after.submittedBy },
    }),
    ...more,
  })
  return after
}

/** The fields that reopening clears. The writers stay: their answers do too. */
export const openAgain = {
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

export const returnOf = ({ now, actor }: Context, kind: ReviewReturn['kind'], reason: string): ReviewReturn => ({
  kind,
  at: now.toISOString(),
  by: actor.name,
  reason,
})

/** Marks what asked for a sign-off as read, once the review no longer waits for it. */
async function closeSignOffRequests(ctx: TxContext, changeNumber: string): Promise<void> {
  const people = await listPossibleSigners(ctx.db)
  await markHandledRead(ctx, {
    recipients: people.map(({ email }) => email),
    kinds: ['sign_off_requested', 'sign_off_reminder'],
    path: pagePaths.review(changeNumber, 'sign-off'),
  })
}
