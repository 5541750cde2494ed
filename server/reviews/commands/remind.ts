import { and, eq } from 'drizzle-orm'
import { reviewActions } from '#lib/actions/review-actions.ts'
import type { remindReviewers as contract } from '#lib/contracts/app/review-bulk.ts'
import type { BodyOf, ResponseOf } from '#lib/contracts/endpoint.ts'
import { countDaysBetween } from '#lib/domain/improvements/improvement-due.ts'
import { formatDay } from '#lib/time/format-time.ts'
import { notifyAll } from '#server/notifications/notify.ts'
import { AppError } from '#server/platform/errors.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { type Context, getToday } from '#server/platform/runtime/context.ts'
import { lockOpenReview } from '#server/reviews/locked-review.ts'
import type { ReviewRow } from '#server/reviews/queries.ts'
import { writeReview } from '#server/reviews/write-review.ts'
import { changes } from '#server/schema/changes.ts'
import { notifications } from '#server/schema/notifications.ts'
import { forEachReview, type NamedReview } from './for-each-review.ts'

/** Reminds the reviewer of each review of a list, at most once a day (UTC) for each review and person. */
export async function remindReviewers(
  ctx: Context,
  { reviews: items }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const results = await forEachReview(ctx, items, async (txCtx, review) => {
    const row = await lockOpenReview(txCtx.db, review.reference)
    const name = await remindReviewer(txCtx, row, review)
    return { result: 'done' as const, text: `Reminded ${name}.` }
  })
  return { results }
}

/** Reminds the reviewer and returns their name. Throws `conflict` when there is nobody to remind, or no need to. */
async function remindReviewer(ctx: TxContext, row: ReviewRow, { change }: NamedReview): Promise<string> {
  const { reviewer, reviewerName, reference } = row
  if (row.status === 'awaiting_sign_off') throw new AppError('conflict', 'The review is waiting for sign-off.')
  if (reviewer === null) throw new AppError('conflict', 'Nobody is assigned to the review.')
  const name = reviewerName ?? reviewer
  if (ctx.actor.kind === 'account' && reviewer === ctx.actor.email)
    throw new AppError('conflict', 'You are the reviewer.')
  const onceKey = `remind ${reference} ${getToday(ctx)}`
  if (await wasReminded(ctx, reviewer, onceKey)) throw new AppError('conflict', `${name} was reminded today.`)

  const [about] = await ctx.db.select({ title: changes.title }).from(changes).where(eq(changes.number, change))
  await notifyAll(
    ctx,
    reviewActions.reminded.notifies({
      actor: ctx.actor.name,
      review: row,
      change: { number: change, title: about?.title ?? '' },
      due: describeDueDate(row.dueOn, getToday(ctx)),
      onceKey,
    }),
  )
  const at = ctx.now.toISOString()
  await writeReview(ctx, row, reviewActions.reminded, {
    set: { remindedAt: at },
    changes: { reminded_at: { from: row.remindedAt, to: at } },
  })
  return name
}

async function wasReminded({ db }: TxContext, recipient: string, onceKey: string): Promise<boolean> {
  const [row] = await db
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(eq(notifications.recipient, recipient), eq(notifications.onceKey, onceKey)))
  return row !== undefined
}

function describeDueDate(due: string | null, today: string): string {
  if (due === null) return 'It has no due date.'
  const days = countDaysBetween(due, today)
  const day = formatDay(due)
  return days > 0 ? `It was due on ${day}, ${days === 1 ? '1 day' : `${days} days`} ago.` : `It is due on ${day}.`
}
