import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import { buildSecondLookNotice } from '#lib/actions/reminder-notices.ts'
import { reviewActions } from '#lib/actions/review-actions.ts'
import type { takeSecondLook as contract } from '#lib/contracts/app/review-sign-off.ts'
import type { BodyOf } from '#lib/contracts/endpoint.ts'
import { mayBeAsked } from '#lib/review/requester-replies.ts'
import { whyNotTakeSecondLook } from '#lib/review/sign-off.ts'
import { getDiscussed, sendQuestion } from '#server/discussion/requester-questions.ts'
import { notifyAll } from '#server/notifications/notify.ts'
import { type Context, getToday } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { reviews } from '#server/schema/reviews.ts'
import { transition } from './transition.ts'

/**
 * Records how the result of a change is now, weeks after its review; a later look replaces it, and the history keeps
 * both. The outcome stays: to lower it, the review is reopened. Throws `not_found`, `forbidden` and `conflict` as
 * `whyNotTakeSecondLook` says.
 */
export const takeSecondLook = transition<BodyOf<typeof contract>>({
  action: reviewActions.second_look,
  may: whyNotTakeSecondLook,
  write: ({ actor, now }, { row }, _, { verdict, note }) => ({
    move: { status: row.status, secondLook: { verdict, note, by: actor.name, at: now.toISOString() } },
    auditChanges: {
      second_look: { from: row.secondLook?.verdict ?? null, to: verdict },
      second_look_note: { from: row.secondLook?.note ?? null, to: note },
    },
  }),
})

/** Days in which a requester can answer. */
const validDays = 30

/** Job that asks reviewer and requester, once, how the result of a change is on the day of its second look. */
export async function askSecondLooks(ctx: Context, { isMailOn }: { readonly isMailOn: boolean }): Promise<void> {
  const isDue = and(
    eq(reviews.status, 'completed'),
    isNull(reviews.secondLook),
    isNull(reviews.secondLookAskedAt),
    lte(reviews.secondLookOn, getToday(ctx)),
  )
  const due = await ctx.db
    .select({ reference: reviews.reference })
    .from(reviews)
    .where(isDue)
    .orderBy(asc(reviews.reference))
  for (const { reference } of due) {
    await inTransaction(ctx, async (tx) => {
      // Reopened or answered meanwhile, it is not due.
      const [taken] = await tx.db
        .update(reviews)
        .set({ secondLookAskedAt: tx.now.toISOString() })
        .where(and(eq(reviews.reference, reference), isDue))
        .returning()
      if (!taken) return
      const review = await getDiscussed(tx, reference)
      await notifyAll(tx, [buildSecondLookNotice(review)])
      const asker = { email: taken.reviewer ?? '', name: taken.reviewerName ?? 'Hindsight' }
      const { requester } = review
      if (requester === null || !mayBeAsked({ ...review, requester, askedBy: asker.email })) return
      const question = 'Some weeks have passed since this change. How is its result now, compared with the first days?'
      const input = { requester, question, valid_days: validDays }
      await sendQuestion(tx, { review, asker, kind: 'second_look', isMailOn }, input)
    })
  }
}
