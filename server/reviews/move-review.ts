import { eq } from 'drizzle-orm'
import { type FieldChanges, recordEvent } from '#server/platform/audit/record-event.ts'
import { reviews } from '#server/schema/reviews.ts'
import type { Within } from './each-review.ts'
import type { ReviewRow } from './queries.ts'
import { settleSignOff } from './settle-sign-off.ts'

type Move = Partial<typeof reviews.$inferInsert> & Pick<ReviewRow, 'status'>

/** Moves a locked review to another status; the history records the status, who submitted it, and `more`. */
export async function moveReview(
  ctx: Within,
  before: ReviewRow,
  move: Move,
  more: FieldChanges = {},
): Promise<ReviewRow> {
  const [after] = await ctx.db
    .update(reviews)
    .set({ ...move, version: before.version + 1, updatedAt: ctx.now.toISOString() })
    .where(eq(reviews.reference, before.reference))
    .returning()
  if (!after) throw new Error('The review was not moved.')
  if (before.status === 'awaiting_sign_off') await settleSignOff(ctx, before.changeNumber)
  await recordEvent(ctx, 'update', 'review', before.reference, {
    status: { from: before.status, to: after.status },
    ...(before.submittedBy === after.submittedBy
      ? {}
      : { submitted_by: { from: before.submittedBy, to: after.submittedBy } }),
    ...more,
  })
  return after
}
