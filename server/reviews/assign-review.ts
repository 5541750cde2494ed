import { eq } from 'drizzle-orm'
import { reviewActions } from '#lib/actions/review-actions.ts'
import type { assignReviews as contract } from '#lib/contracts/app/review-bulk.ts'
import type { BodyOf, ResponseOf } from '#lib/contracts/endpoint.ts'
import { notifyAll } from '#server/notifications/notify.ts'
import { type Cover, coverChanges, coverWords } from '#server/people/delegates.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import { normalizeEmail } from '#server/platform/auth/account-queries.ts'
import { hasRole, roleOf } from '#server/platform/auth/caller.ts'
import { AppError, invalidField, notFound } from '#server/platform/errors.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import { coverReviewer } from '#server/policy/find-assignee.ts'
import { findReviewers, type Reviewer, takeNextReviewer } from '#server/policy/take-next-reviewer.ts'
import { changes } from '#server/schema/changes.ts'
import { reviewerGroups } from '#server/schema/policy.ts'
import { reviews } from '#server/schema/reviews.ts'
import { eachReview, type NamedReview } from './each-review.ts'
import type { ReviewRow } from './queries.ts'
import { lockOpenReview } from './review-lock.ts'

/**
 * Assigns each review of a list to a person, or to the next member of a group; while they are away, to their delegate. A rejected review is reported in its
 * result. Throws `invalid_parameter` for a person who cannot review, or an unknown group.
 */
export async function assignReviews(
  ctx: Context,
  { reviews: items, reviewer, group_id: groupId }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const person = reviewer === undefined ? null : await getReviewer(ctx, reviewer)
  if (groupId !== undefined) await assertGroup(ctx, groupId)
  const results = await eachReview(ctx, items, async (within, review) => {
    const row = await lockOpenReview(within.db, review.reference)
    assertMayAssign(ctx, row, person)
    const change = await getReviewedChange(within, review)
    const implementer = { assigned_to: change.implementer }
    const chosen = person ?? (await takeNextReviewer(within.db, groupId ?? '', implementer))
    if (!chosen) throw new AppError('conflict', 'Nobody in the group can review it.')
    const isTaking = ctx.actor.kind === 'account' && ctx.actor.email === chosen.email
    const { reviewer: to, cover } = isTaking
      ? { reviewer: chosen, cover: null }
      : await coverReviewer(within.db, chosen, implementer, ctx.now)
    await assignReview(within, row, change, to, cover)
    const standsIn = cover ? `, who stands in ${coverWords(cover)}` : ''
    return { result: 'done' as const, text: `Assigned to ${to.name}${standsIn}.` }
  })
  return { results }
}

/** Stores the new reviewer and notifies both. Nothing is written if the reviewer does not change. */
async function assignReview(
  ctx: TxContext,
  row: ReviewRow,
  change: ReviewedChange,
  to: Reviewer,
  cover: Cover | null,
): Promise<void> {
  if (row.reviewer === to.email) return
  const at = ctx.now.toISOString()
  await ctx.db
    .update(reviews)
    .set({ reviewer: to.email, reviewerName: to.name, remindedAt: null, version: row.version + 1, updatedAt: at })
    .where(eq(reviews.reference, row.reference))
  await recordEvent(ctx, reviewActions.assigned, row.reference, {
    reviewer: { from: row.reviewer, to: to.email },
    ...coverChanges(cover),
  })
  await notifyAll(
    ctx,
    reviewActions.assigned.notifies({
      change,
      reference: row.reference,
      dueOn: row.dueOn,
      to: to.email,
      toName: to.name,
      former: row.reviewer,
      more: cover ? ` You stand in ${coverWords(cover)}.` : '',
    }),
  )
}

type ReviewedChange = { number: string; title: string; implementer: string | null }

async function getReviewedChange({ db }: TxContext, { change }: NamedReview): Promise<ReviewedChange> {
  const columns = { number: changes.number, title: changes.title, implementer: changes.assignedTo }
  const [row] = await db.select(columns).from(changes).where(eq(changes.number, change))
  if (!row) throw notFound('change', change)
  return row
}

/** A manager may assign any review; a reviewer their own, and take an unassigned one. */
function assertMayAssign({ actor }: Context, row: ReviewRow, to: Reviewer | null): void {
  if (row.status === 'awaiting_sign_off') throw new AppError('conflict', 'The review is waiting for sign-off.')
  const role = roleOf(actor)
  if (actor.kind === 'system' || (role !== null && hasRole(role, 'manager'))) return
  const email = actor.kind === 'account' ? actor.email : null
  const isTaking = row.reviewer === null && to?.email === email
  if (email === null || (row.reviewer !== email && !isTaking)) {
    throw new AppError('forbidden', 'Only its reviewer or a manager can reassign it.')
  }
}

async function getReviewer(ctx: Context, email: string): Promise<Reviewer> {
  const [person] = await findReviewers(ctx.db, [normalizeEmail(email)])
  if (!person) throw invalidField('reviewer', 'body', 'must be the account of a reviewer, manager or admin')
  return person
}

async function assertGroup(ctx: Context, id: string): Promise<void> {
  const [group] = await ctx.db.select({ id: reviewerGroups.id }).from(reviewerGroups).where(eq(reviewerGroups.id, id))
  if (!group) throw invalidField('group_id', 'body', 'must be a group of reviewers')
}
