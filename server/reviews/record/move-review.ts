import { eq, type SQL, sql } from 'drizzle-orm'
import type { Action } from '#lib/actions/action.ts'
import type { NotificationKind } from '#lib/contracts/app/notification-values.ts'
import type { ReviewReturn } from '#lib/contracts/app/review-values.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { markHandledRead } from '#server/notifications/mark-read.ts'
import { type FieldChanges, recordEvent } from '#server/platform/audit/record-event.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import { listPossibleSigners } from '#server/reviews/four-eyes/signers.ts'
import { reviews } from '#server/schema/reviews.ts'
import type { ReviewRow } from './queries.ts'

export type Move = Partial<typeof reviews.$inferInsert> & Pick<ReviewRow, 'status'>

/** Writes a locked review, mostly to another status; the history records the status, who submitted it, and `more`. */
export async function moveReview(
  ctx: TxContext,
  before: ReviewRow,
  action: Action,
  move: Move,
  more: FieldChanges = {},
): Promise<ReviewRow> {
  // The request of a waiver ends with its review or its waiver.
  const endsRequest = move.status === 'completed' || before.status === 'waived'
  const [after] = await ctx.db
    .update(reviews)
    .set({
      ...move,
      ...(endsRequest && { waiverRequest: null }),
      version: before.version + 1,
      updatedAt: ctx.now.toISOString(),
    })
    .where(eq(reviews.reference, before.reference))
    .returning()
  if (!after) throw new Error('The review was not moved.')
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

export const returnOf = (
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

/** Marks what asked managers for something as read, once the review no longer waits for it. */
async function closeRequests(ctx: TxContext, kinds: readonly NotificationKind[], path: string): Promise<void> {
  const people = await listPossibleSigners(ctx.db)
  await markHandledRead(ctx, { recipients: people.map(({ email }) => email), kinds, path })
}

/** The writers of a review and the actor: nobody who changed an answer may sign it off. */
export function withWriter({ actor }: Context): SQL {
  if (actor.kind !== 'account') return sql`${reviews.writers}`
  const email = sql`${actor.email}::text`
  return sql`case when ${email} = any(${reviews.writers}) then ${reviews.writers} else array_append(${reviews.writers}, ${email}) end`
}
