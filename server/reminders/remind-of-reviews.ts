import { and, asc, between, eq, inArray } from 'drizzle-orm'
import { buildDueReviewNotice } from '#lib/actions/reminder-notices.ts'
import { addDaysTo } from '#lib/domain/improvements/improvement-due.ts'
import { addBusinessDays } from '#lib/domain/policy/business-days.ts'
import { listReviewReminders, maxReminderAgeDays, reviewNoticeDays } from '#lib/domain/review/reminders.ts'
import { notifyAll } from '#server/notifications/notify.ts'
import { describeCover, listCovers } from '#server/people/delegates.ts'
import { normalizeEmail } from '#server/platform/auth/account-queries.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { getBusinessDay } from '#server/policy/business-day.ts'
import { changes } from '#server/schema/changes.ts'
import { reviews } from '#server/schema/reviews.ts'
import { listManagers } from './list-managers.ts'

/**
 * Job that reminds reviewers and their delegates, and after a while managers, of reviews that are due or overdue. Does
 * nothing on days that are no business days.
 */
export async function remindOfReviews(ctx: Context): Promise<void> {
  const { today, isBusinessDay, holidays } = await getBusinessDay(ctx)
  if (!isBusinessDay) return
  const rows = await listDueReviews(ctx, today, holidays)
  const managers = await listManagers(ctx.db)
  const covers = new Map((await listCovers(ctx.db, ctx.now)).map((cover) => [cover.absent.email, cover]))
  for (const row of rows) {
    const reminders = listReviewReminders(row, today, holidays)
    const cover = covers.get(normalizeEmail(row.reviewer ?? ''))
    await inTransaction(ctx, async (tx) => {
      for (const { kind, to, onceKey } of reminders) {
        const recipients = to.flatMap((who) => (who === 'managers' ? managers : (row.reviewer ?? [])))
        const standIn = to.includes('reviewer') ? cover : undefined
        await notifyAll(tx, [
          buildDueReviewNotice({ kind, onceKey, recipients }, row),
          ...(standIn
            ? [
                buildDueReviewNotice(
                  { kind, onceKey, recipients: [standIn.delegate.email] },
                  row,
                  ` You stand in ${describeCover(standIn)}.`,
                ),
              ]
            : []),
        ])
      }
    })
  }
}

function listDueReviews({ db }: Context, today: string, holidays: ReadonlySet<string>) {
  const isNear = between(
    reviews.dueOn,
    addDaysTo(today, -maxReminderAgeDays),
    addBusinessDays(today, reviewNoticeDays, holidays),
  )
  return db
    .select({
      reference: reviews.reference,
      status: reviews.status,
      reviewer: reviews.reviewer,
      reviewer_name: reviews.reviewerName,
      due_on: reviews.dueOn,
      change: reviews.changeNumber,
      title: changes.title,
    })
    .from(reviews)
    .leftJoin(changes, eq(changes.number, reviews.changeNumber))
    .where(and(inArray(reviews.status, ['not_started', 'in_progress']), isNear))
    .orderBy(asc(reviews.reference))
}
