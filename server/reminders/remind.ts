import { and, asc, between, eq, gte, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import { improvementActions } from '#lib/actions/improvement-actions.ts'
import {
  buildDueActionNotice,
  buildDueReviewNotice,
  buildWaitingReviewNotice,
  buildWaitingWaiverNotice,
} from '#lib/actions/reminder-notices.ts'
import { addDaysTo } from '#lib/domain/improvements/improvement-due.ts'
import { addBusinessDays } from '#lib/domain/policy/business-days.ts'
import {
  actionNoticeDays,
  listActionReminders,
  listReviewReminders,
  listSignOffReminders,
  maxReminderAgeDays,
  reviewNoticeDays,
} from '#lib/review/reminders.ts'
import { notifyAll } from '#server/notifications/notify.ts'
import { describeCover, listCovers } from '#server/people/delegates.ts'
import { findPeopleNames } from '#server/people/names.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import { normalizeEmail } from '#server/platform/auth/account-queries.ts'
import { isPresent } from '#server/platform/auth/leavers.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { recordColumns } from '#server/platform/db/record-columns.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { getBusinessDay } from '#server/policy/business-day.ts'
import { readParticipations } from '#server/reviews/parts.ts'
import { listConfirmers, listSigners } from '#server/reviews/signers.ts'
import { accounts } from '#server/schema/access.ts'
import { changes } from '#server/schema/changes.ts'
import { hasUnfinishedStatus, improvements } from '#server/schema/improvements.ts'
import { isOpenReview, reviews } from '#server/schema/reviews.ts'

const reviewColumns = recordColumns(reviews, ['reference', 'status', 'reviewer', 'reviewer_name'])
const submittedNames = ['needs_sign_off', 'submitted_at', 'submitted_by', 'implementer'] as const
const submissionColumns = recordColumns(reviews, submittedNames)
const changeColumns = recordColumns(changes, ['number', 'title', 'assigned_to'])
const actionNames = ['id', 'title', 'owner', 'status', 'target_date', 'recheck_on', 'source_ref'] as const
const actionColumns = recordColumns(improvements, actionNames)

/** The day of a job, and the oldest date of which it still reminds. */
type Day = { readonly today: string; readonly oldest: string; readonly holidays: ReadonlySet<string> }

/** Returns the business day of a job; undefined on days that are no business days. */
async function findDay(ctx: Context): Promise<Day | undefined> {
  const { today, isBusinessDay, holidays } = await getBusinessDay(ctx)
  return isBusinessDay ? { today, oldest: addDaysTo(today, -maxReminderAgeDays), holidays } : undefined
}

/** Job that reminds reviewers and their delegates, and after a while managers, of reviews that are due or overdue. */
export async function remindOfReviews(ctx: Context): Promise<void> {
  const day = await findDay(ctx)
  if (!day) return
  const { today, oldest, holidays } = day
  const isNear = between(reviews.dueOn, oldest, addBusinessDays(today, reviewNoticeDays, holidays))
  const rows = await ctx.db
    .select({ ...reviewColumns, due_on: reviews.dueOn, change: reviews.changeNumber, title: changes.title })
    .from(reviews)
    .leftJoin(changes, eq(changes.number, reviews.changeNumber))
    .where(and(inArray(reviews.status, ['not_started', 'in_progress']), isNear))
    .orderBy(asc(reviews.reference))
  const managers = await listManagers(ctx.db)
  const covers = new Map((await listCovers(ctx.db, ctx.now)).map((cover) => [cover.absent.email, cover]))
  for (const row of rows) {
    const cover = covers.get(normalizeEmail(row.reviewer ?? ''))
    const notices = listReviewReminders(row, today, holidays).flatMap(({ to, ...due }) => {
      const recipients = to.flatMap((who) => (who === 'managers' ? managers : (row.reviewer ?? [])))
      const notice = buildDueReviewNotice({ ...due, recipients }, row)
      if (!cover || !to.includes('reviewer')) return [notice]
      const ofDelegate = { ...due, recipients: [cover.delegate.email] }
      return [notice, buildDueReviewNotice(ofDelegate, row, ` You stand in ${describeCover(cover)}.`)]
    })
    await inTransaction(ctx, (tx) => notifyAll(tx, notices))
  }
}

/** E-mail addresses of the active managers; without any, of the admins. */
async function listManagers(db: Queryable): Promise<string[]> {
  const rows = await db
    .select({ email: accounts.email, role: accounts.role })
    .from(accounts)
    .where(and(inArray(accounts.role, ['manager', 'admin']), isPresent(accounts)))
    .orderBy(asc(accounts.email))
  const managers = rows.filter(({ role }) => role === 'manager')
  return (managers.length > 0 ? managers : rows).map(({ email }) => email)
}

/**
 * Job that reminds owners of actions that are due, overdue or to be rechecked, and that marks actions that stay undone
 * as escalated and notifies managers.
 */
export async function remindOfActions(ctx: Context): Promise<void> {
  const day = await findDay(ctx)
  if (!day) return
  const { today, oldest } = day
  const { status, targetDate, recheckOn } = improvements
  const isNear = between(targetDate, oldest, addDaysTo(today, actionNoticeDays))
  const rows = await ctx.db
    .select({ ...actionColumns, verifier: improvements.verifiedBy })
    .from(improvements)
    .where(or(and(hasUnfinishedStatus(status), isNear), and(eq(status, 'verified'), between(recheckOn, oldest, today))))
    .orderBy(asc(improvements.id))
  const managers = await listManagers(ctx.db)
  const owners = rows.map(({ owner }) => owner)
  const names = await findPeopleNames(ctx.db, owners)
  for (const row of rows) {
    const people = { managers, owner: row.owner, verifier: row.verifier ?? [], reviewer: [], signers: [] }
    const ownerName = names.of(row.owner) ?? row.owner
    const notices = listActionReminders(row, today).map(({ to, ...due }) =>
      buildDueActionNotice({ ...due, recipients: to.flatMap((who) => people[who]) }, row, ownerName),
    )
    await inTransaction(ctx, async (tx) => {
      await notifyAll(tx, notices)
      if (notices.some(({ kind }) => kind === 'action_escalated')) await markEscalated(tx, row.id)
    })
  }
}

async function markEscalated(ctx: Context, id: string): Promise<void> {
  const at = ctx.now.toISOString()
  const isNew = and(eq(improvements.id, id), isNull(improvements.escalatedAt))
  const { rowCount } = await ctx.db.update(improvements).set({ escalatedAt: at }).where(isNew)
  if (rowCount) await recordEvent(ctx, improvementActions.escalated, id, { escalated_at: { from: null, to: at } })
}

/** Job that reminds managers of reviews that wait for confirmation of a waiver or for sign-off. */
export async function remindOfSignOffs(ctx: Context): Promise<void> {
  const day = await findDay(ctx)
  if (!day) return
  const { today, oldest, holidays } = day
  const isWaiting = and(eq(reviews.status, 'awaiting_sign_off'), gte(reviews.submittedAt, oldest))
  const rows = await ctx.db
    .select({
      review: { ...reviewColumns, ...submissionColumns, waiver_requested: reviews.waiverRequest },
      change: changeColumns,
    })
    .from(reviews)
    .innerJoin(changes, eq(changes.number, reviews.changeNumber))
    .where(or(isWaiting, and(isOpenReview, isNotNull(reviews.waiverRequest))))
    .orderBy(asc(reviews.reference))
  const participations = await readParticipations(
    ctx.db,
    rows.map(({ review: { reviewer }, change }) => ({ ...change, reviewer })),
  )
  for (const { review, change } of rows) {
    const participation = participations.get(change.number)
    if (!participation) continue
    const request = review.waiver_requested
    const reminders = listSignOffReminders(review, today, holidays)
    if (reminders.length === 0) continue
    const recipients = await (request ? listConfirmers : listSigners)(ctx.db, { ...review, took_part: participation })
    const notices = reminders.map((due) =>
      request
        ? buildWaitingWaiverNotice({ ...due, recipients }, review.reference, request, change)
        : buildWaitingReviewNotice({ ...due, recipients }, review, change),
    )
    await inTransaction(ctx, (tx) => notifyAll(tx, notices))
  }
}
