import { eq } from 'drizzle-orm'
import { reviewActions } from '#lib/actions/review-actions.ts'
import type { assignReviews as contract } from '#lib/contracts/app/review-bulk.ts'
import { type BodyOf, hasRole, type ResponseOf } from '#lib/contracts/endpoint.ts'
import { type Cover, coverChanges, describeCover } from '#server/people/delegates.ts'
import { normalizeEmail } from '#server/platform/auth/account-queries.ts'
import { findRole } from '#server/platform/auth/caller.ts'
import { AppError, invalidField, notFound } from '#server/platform/errors.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import { coverReviewer } from '#server/policy/find-assignee.ts'
import { chooseNextReviewer, findReviewers, type Reviewer } from '#server/policy/next-reviewer.ts'
import { assertOpen, lockOpenReview } from '#server/reviews/locked-review.ts'
import type { ReviewRow } from '#server/reviews/queries.ts'
import { changes } from '#server/schema/changes.ts'
import { reviewerGroups } from '#server/schema/policy.ts'
import { forEachReview, type NamedReview } from './for-each-review.ts'
import { transition } from './transition.ts'

/**
 * Assigns each review of a list to a person, or to the next member of a group; while they are away, to their delegate.
 * The result of a review reports its rejection. Throws `invalid_parameter` for a person who cannot review, or an
 * unknown group.
 */
export async function assignReviews(
  ctx: Context,
  { reviews: items, reviewer, group_id: groupId }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const person = reviewer === undefined ? null : await getReviewer(ctx, reviewer)
  if (groupId !== undefined) await assertGroup(ctx, groupId)
  const results = await forEachReview(ctx, items, async (txCtx, review) => {
    const { reviewer: to, cover } = await chooseReviewer(txCtx, review, { person, groupId })
    await assign(txCtx, review.reference, { to, cover })
    const standsIn = cover ? `, who stands in ${describeCover(cover)}` : ''
    return { result: 'done' as const, text: `Assigned to ${to.name}${standsIn}.` }
  })
  return { results }
}

type ReviewerChoice = { readonly person: Reviewer | null; readonly groupId: string | undefined }

/** Chooses the person, the next member of the group, or the delegate of either. Locks the review. */
async function chooseReviewer(ctx: TxContext, { reference, change }: NamedReview, { person, groupId }: ReviewerChoice) {
  assertMayAssign(ctx, await lockOpenReview(ctx.db, reference), person)
  const [implementer] = await ctx.db
    .select({ assigned_to: changes.assignedTo })
    .from(changes)
    .where(eq(changes.number, change))
  if (!implementer) throw notFound('change', change)
  const chosen = person ?? (await chooseNextReviewer(ctx.db, groupId ?? '', implementer))
  if (!chosen) throw new AppError('conflict', 'Nobody in the group can review it.')
  const isTaking = ctx.actor.kind === 'account' && ctx.actor.email === chosen.email
  return isTaking ? { reviewer: chosen, cover: null } : coverReviewer(ctx.db, chosen, implementer, ctx.now)
}

/**
 * Assigns a review and notifies the new reviewer and the former one. Writes nothing if the reviewer does not change.
 */
const assign = transition<{ readonly to: Reviewer; readonly cover: Cover | null }>({
  action: reviewActions.assigned,
  may: null,
  assertStatus: assertOpen,
  write: (_, { row }, __, { to, cover }) =>
    row.reviewer === to.email
      ? null
      : {
          move: { status: row.status, reviewer: to.email, reviewerName: to.name, remindedAt: null },
          auditChanges: { reviewer: { from: row.reviewer, to: to.email }, ...coverChanges(cover) },
        },
  notices: ({ change, review: { reference, reviewer: former } }, { to, cover }, { review }) =>
    reviewActions.assigned.notifies({
      change,
      reference,
      dueOn: review.due_on,
      to: to.email,
      toName: to.name,
      former,
      more: cover ? ` You stand in ${describeCover(cover)}.` : '',
    }),
})

/** Throws unless the actor is a manager, the reviewer, or a person who takes an unassigned review. */
function assertMayAssign({ actor }: Context, row: ReviewRow, to: Reviewer | null): void {
  if (row.status === 'awaiting_sign_off') throw new AppError('conflict', 'The review is waiting for sign-off.')
  const role = findRole(actor)
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
