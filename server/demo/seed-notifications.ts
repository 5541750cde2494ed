import { and, asc, desc, eq, inArray, isNotNull, lt } from 'drizzle-orm'
import { dayAfter } from '#lib/domain/improvement-due.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { changes } from '#server/schema/changes.ts'
import { hasUnfinishedStatus, improvements } from '#server/schema/improvements.ts'
import { notifications } from '#server/schema/notifications.ts'
import { reviews } from '#server/schema/reviews.ts'
import { demoAccounts } from './accounts.ts'
import { addDays, addMinutes, atTime, toIso, workdayOnOrBefore } from './calendar.ts'

type Row = Omit<typeof notifications.$inferInsert, 'id'>

/** How many of each kind a person of the demo was told. */
const most = 4
const emailsOf = (...roles: string[]) =>
  demoAccounts.filter(({ role }) => roles.includes(role)).map(({ email }) => email)

/**
 * Tells the people of the demo of the reviews that they have, those lately completed and actions that stay undone. What
 * is older than three days they have read. Nothing of it is mailed.
 */
export async function seedDemoNotifications(tx: Transaction, now: Date): Promise<void> {
  const told = [...(await ownReviews(tx)), ...(await completedReviews(tx)), ...(await lateActions(tx, now))]
  const unreadFrom = toIso(atTime(addDays(now.getTime(), -3), '00:00'))
  const rows = told
    .filter(({ createdAt }) => createdAt <= now.toISOString())
    .map((row, index) => ({
      ...row,
      id: `ntf_demo_${String(index + 1).padStart(3, '0')}`,
      readAt: row.createdAt < unreadFrom ? toIso(addMinutes(Date.parse(row.createdAt), 45)) : null,
    }))
  if (rows.length > 0) await tx.insert(notifications).values(rows).onConflictDoNothing()
}

const reviewColumns = {
  reference: reviews.reference,
  change: reviews.changeNumber,
  reviewer: reviews.reviewer,
  reviewerName: reviews.reviewerName,
  dueOn: reviews.dueOn,
  createdAt: reviews.createdAt,
  completedAt: reviews.completedAt,
  title: changes.title,
}

async function ownReviews(tx: Transaction): Promise<Row[]> {
  const mine = and(
    inArray(reviews.status, ['not_started', 'in_progress']),
    inArray(reviews.reviewer, emailsOf('reviewer', 'manager', 'admin')),
    eq(reviews.origin, 'demo'),
  )
  const rows = await tx
    .select(reviewColumns)
    .from(reviews)
    .innerJoin(changes, eq(changes.number, reviews.changeNumber))
    .where(mine)
    .orderBy(desc(reviews.createdAt), asc(reviews.reference))
  const seen = new Map<string, number>()
  return rows.flatMap(({ reference, change, reviewer, dueOn, createdAt, title }) => {
    const count = seen.get(reviewer ?? '') ?? 0
    seen.set(reviewer ?? '', count + 1)
    if (reviewer === null || count >= most) return []
    const due = dueOn === null ? '' : ` It is due on ${dueOn}.`
    const path = pagePaths.review(change)
    const body = `${change}: ${title}.${due}`
    return [
      {
        recipient: reviewer,
        kind: 'review_assigned',
        title: `You were given the review ${reference}`,
        body,
        path,
        createdAt,
      },
    ]
  })
}

async function completedReviews(tx: Transaction): Promise<Row[]> {
  const rows = await tx
    .select(reviewColumns)
    .from(reviews)
    .innerJoin(changes, eq(changes.number, reviews.changeNumber))
    .where(and(eq(reviews.origin, 'demo'), isNotNull(reviews.completedAt)))
    .orderBy(desc(reviews.completedAt), asc(reviews.reference))
    .limit(most)
  return rows.flatMap(({ reference, change, reviewerName, completedAt, title }) =>
    emailsOf('manager', 'admin').map((recipient) => ({
      recipient,
      kind: 'review_completed' as const,
      title: `${reviewerName} completed the review ${reference}`,
      body: `${change}: ${title}.`,
      path: pagePaths.report(change),
      createdAt: completedAt ?? '',
    })),
  )
}

async function lateActions(tx: Transaction, now: Date): Promise<Row[]> {
  const today = now.toISOString().slice(0, 10)
  const rows = await tx
    .select({ id: improvements.id, title: improvements.title, owner: improvements.owner, due: improvements.targetDate })
    .from(improvements)
    .where(
      and(
        eq(improvements.origin, 'demo'),
        hasUnfinishedStatus(improvements.status),
        lt(improvements.targetDate, dayAfter(today, -14)),
      ),
    )
    .orderBy(desc(improvements.targetDate), asc(improvements.id))
    .limit(2)
  const createdAt = toIso(atTime(workdayOnOrBefore(addDays(now.getTime(), -1)), '05:20'))
  return rows.flatMap(({ id, title, owner, due }) =>
    emailsOf('manager').map((recipient) => ({
      recipient,
      kind: 'action_escalated' as const,
      title: `Still not done, due on ${due}: ${title}`,
      body: `${owner} owns this action.`,
      path: pagePaths.improvement(id),
      createdAt,
    })),
  )
}
