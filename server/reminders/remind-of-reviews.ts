import { and, asc, between, eq, inArray } from 'drizzle-orm'
import { addBusinessDays } from '#lib/domain/business-days.ts'
import { dayAfter } from '#lib/domain/improvement-due.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { maxReminderAgeDays, type Reminder, reviewNoticeDays, reviewReminders } from '#lib/domain/reminders.ts'
import { dayInWords } from '#lib/time/day-labels.ts'
import { notify } from '#server/notifications/notify.ts'
import { coverWords, listCovers } from '#server/people/delegates.ts'
import { normalizeEmail } from '#server/platform/auth/account-queries.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { getBusinessDay } from '#server/policy/business-day.ts'
import { changes } from '#server/schema/changes.ts'
import { reviews } from '#server/schema/reviews.ts'
import { listManagers } from './list-managers.ts'

/**
 * The job: notifies reviewers and their delegates, and managers after a while, of reviews that are due or overdue. Silent
 * on days that are no business days.
 */
export async function remindOfReviews(ctx: Context): Promise<void> {
  const { today, isBusinessDay, holidays } = await getBusinessDay(ctx)
  if (!isBusinessDay) return
  const rows = await listDueReviews(ctx, today, holidays)
  const managers = await listManagers(ctx.db)
  const covers = new Map((await listCovers(ctx.db, ctx.now)).map((cover) => [cover.absent.email, cover]))
  for (const row of rows) {
    const reminders = reviewReminders(row, today, holidays)
    const cover = covers.get(normalizeEmail(row.reviewer ?? ''))
    await inTransaction(ctx.db, async (db) => {
      for (const { kind, to, onceKey } of reminders) {
        const recipients = to.flatMap((who) => (who === 'managers' ? managers : (row.reviewer ?? [])))
        const notice = { kind, onceKey, path: pagePaths.review(row.change), ...wordsOf(row, kind) }
        await notify({ ...ctx, db }, recipients, notice)
        if (!cover || !to.includes('reviewer')) continue
        const body = `${notice.body} You stand in ${coverWords(cover)}.`
        await notify({ ...ctx, db }, [cover.delegate.email], { ...notice, body })
      }
    })
  }
}

type DueReview = Awaited<ReturnType<typeof listDueReviews>>[number]

function listDueReviews({ db }: Context, today: string, holidays: ReadonlySet<string>) {
  const isNear = between(
    reviews.dueOn,
    dayAfter(today, -maxReminderAgeDays),
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

function wordsOf({ reference, due_on, change, title, reviewer, reviewer_name }: DueReview, kind: Reminder['kind']) {
  const who = reviewer === null ? 'Nobody is assigned to the review.' : `The reviewer is ${reviewer_name ?? reviewer}.`
  const body = `${change}: ${title ?? 'a deleted change'}. ${who}`
  const verb = kind === 'review_reminder' ? 'is' : 'was'
  return { title: `The review ${reference} ${verb} due${due_on === null ? '' : ` on ${dayInWords(due_on)}`}`, body }
}
