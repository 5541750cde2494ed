import { and, asc, desc, eq, inArray, isNotNull, lt, type SQL } from 'drizzle-orm'
import { addDaysTo } from '#lib/domain/improvements/improvement-due.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { formatDayLabel } from '#lib/time/day-labels.ts'
import { findPeopleNames } from '#server/people/names.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { changes } from '#server/schema/changes.ts'
import { hasUnfinishedStatus, improvements } from '#server/schema/improvements.ts'
import { notifications } from '#server/schema/notifications.ts'
import { reviews } from '#server/schema/reviews.ts'
import { demoAccounts } from './accounts.ts'
import { addDays, addMinutes, getWorkdayOnOrBefore, setTime, toIso } from './calendar.ts'

type NewNotification = Omit<typeof notifications.$inferInsert, 'id'>

/** Maximum notifications of one kind per person. */
const maxOfKind = 4
const listEmails = (...roles: string[]) =>
  demoAccounts.filter(({ role }) => roles.includes(role)).map(({ email }) => email)

/**
 * Notifies people about their reviews, recent completions and overdue actions. Notifications older than three days are
 * marked as read. No mail is sent.
 */
export async function seedDemoNotifications(tx: Transaction, now: Date): Promise<void> {
  const sent = [...(await buildAssigned(tx)), ...(await buildCompleted(tx)), ...(await buildOverdue(tx, now))]
  const unreadFrom = toIso(setTime(addDays(now.getTime(), -3), '00:00'))
  const rows = sent
    .filter(({ createdAt }) => createdAt <= now.toISOString())
    .map((row, index) => ({
      ...row,
      id: `ntf_demo_${String(index + 1).padStart(3, '0')}`,
      readAt: row.createdAt < unreadFrom ? toIso(addMinutes(Date.parse(row.createdAt), 45)) : null,
    }))
  if (rows.length > 0) await tx.insert(notifications).values(rows).onConflictDoNothing()
}

const listReviews = (tx: Transaction, order: SQL, condition: SQL | undefined) =>
  tx
    .select({ review: reviews, title: changes.title })
    .from(reviews)
    .innerJoin(changes, eq(changes.number, reviews.changeNumber))
    .where(and(eq(reviews.origin, 'demo'), condition))
    .orderBy(order, asc(reviews.reference))

async function buildAssigned(tx: Transaction): Promise<NewNotification[]> {
  const recipients = listEmails('reviewer', 'manager', 'admin')
  const isOwn = and(inArray(reviews.status, ['not_started', 'in_progress']), inArray(reviews.reviewer, recipients))
  const rows = await listReviews(tx, desc(reviews.createdAt), isOwn)
  return recipients.flatMap((recipient) =>
    rows
      .filter(({ review }) => review.reviewer === recipient)
      .slice(0, maxOfKind)
      .map(({ review: { reference, changeNumber, dueOn, createdAt }, title }) => ({
        recipient,
        kind: 'review_assigned',
        title: `You were assigned the review ${reference}`,
        body: `${changeNumber}: ${title}.${dueOn === null ? '' : ` It is due on ${formatDayLabel(dueOn)}.`}`,
        path: pagePaths.review(changeNumber),
        createdAt,
      })),
  )
}

async function buildCompleted(tx: Transaction): Promise<NewNotification[]> {
  const rows = await listReviews(tx, desc(reviews.completedAt), isNotNull(reviews.completedAt)).limit(maxOfKind)
  return rows.flatMap(({ review: { reference, changeNumber, reviewerName, completedAt }, title }) =>
    listEmails('manager', 'admin').map((recipient) => ({
      recipient,
      kind: 'review_completed' as const,
      title: `${reviewerName} completed the review ${reference}`,
      body: `${changeNumber}: ${title}.`,
      path: pagePaths.report(changeNumber),
      createdAt: completedAt ?? '',
    })),
  )
}

async function buildOverdue(tx: Transaction, now: Date): Promise<NewNotification[]> {
  const twoWeeksAgo = addDaysTo(now.toISOString().slice(0, 10), -14)
  const isOverdue = and(hasUnfinishedStatus(improvements.status), lt(improvements.targetDate, twoWeeksAgo))
  const rows = await tx
    .select()
    .from(improvements)
    .where(and(eq(improvements.origin, 'demo'), isOverdue))
    .orderBy(desc(improvements.targetDate), asc(improvements.id))
    .limit(2)
  const createdAt = toIso(setTime(getWorkdayOnOrBefore(addDays(now.getTime(), -1)), '05:20'))
  const names = await findPeopleNames(
    tx,
    rows.map(({ owner }) => owner),
  )
  return rows.flatMap(({ id, title, owner, targetDate }) =>
    listEmails('manager').map((recipient) => ({
      recipient,
      kind: 'action_escalated' as const,
      title: `Still not done, due on ${formatDayLabel(targetDate)}: ${title}`,
      body: `${names.of(owner) ?? owner} owns this action.`,
      path: pagePaths.improvement(id),
      createdAt,
    })),
  )
}
