import { and, asc, eq, gte, isNotNull, or } from 'drizzle-orm'
import { buildWaitingReviewNotice, buildWaitingWaiverNotice } from '#lib/actions/reminder-notices.ts'
import { addDaysTo } from '#lib/domain/improvements/improvement-due.ts'
import { listSignOffReminders, maxReminderAgeDays } from '#lib/domain/review/reminders.ts'
import { notifyAll } from '#server/notifications/notify.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { getBusinessDay } from '#server/policy/business-day.ts'
import { readParticipation } from '#server/reviews/four-eyes/participation.ts'
import { filterConfirmers, filterSigners, listPossibleSigners } from '#server/reviews/four-eyes/signers.ts'
import { changes } from '#server/schema/changes.ts'
import { isOpenReview, reviews } from '#server/schema/reviews.ts'

/**
 * Job that reminds managers of reviews that wait for them: for the confirmation of a requested waiver, else for a
 * sign-off. Does nothing on days that are no business days.
 */
export async function remindOfSignOffs(ctx: Context): Promise<void> {
  const { today, isBusinessDay, holidays } = await getBusinessDay(ctx)
  if (!isBusinessDay) return
  const rows = await listWaitingReviews(ctx, today)
  const people = await listPossibleSigners(ctx.db)
  for (const { review, change } of rows) {
    const participation = await readParticipation(ctx.db, { ...change, reference: review.reference })
    const request = review.waiver_requested
    const recipients = (request ? filterConfirmers : filterSigners)(people, { ...review, took_part: participation })
    const reminders = listSignOffReminders(review, today, holidays)
    await inTransaction(ctx, async (tx) => {
      const notices = reminders.map((due) =>
        request
          ? buildWaitingWaiverNotice({ ...due, recipients }, review.reference, request, change)
          : buildWaitingReviewNotice({ ...due, recipients }, review, change),
      )
      await notifyAll(tx, notices)
    })
  }
}

function listWaitingReviews({ db }: Context, today: string) {
  return db
    .select({
      review: {
        reference: reviews.reference,
        status: reviews.status,
        needs_sign_off: reviews.needsSignOff,
        reviewer: reviews.reviewer,
        reviewer_name: reviews.reviewerName,
        submitted_at: reviews.submittedAt,
        submitted_by: reviews.submittedBy,
        writers: reviews.writers,
        implementer: reviews.implementer,
        waiver_requested: reviews.waiverRequest,
      },
      change: { number: changes.number, title: changes.title, assigned_to: changes.assignedTo },
    })
    .from(reviews)
    .innerJoin(changes, eq(changes.number, reviews.changeNumber))
    .where(
      or(
        and(eq(reviews.status, 'awaiting_sign_off'), gte(reviews.submittedAt, addDaysTo(today, -maxReminderAgeDays))),
        and(isOpenReview, isNotNull(reviews.waiverRequest)),
      ),
    )
    .orderBy(asc(reviews.reference))
}
