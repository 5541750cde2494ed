import { eq } from 'drizzle-orm'
import { reviewActions } from '#lib/actions/review-actions.ts'
import { isClosedReview } from '#lib/contracts/app/review-values.ts'
import { describeReason } from '#lib/domain/policy/change-words.ts'
import type { OwedReview } from '#lib/domain/policy/review-policy.ts'
import { notifyAll } from '#server/notifications/notify.ts'
import { coverChanges, describeCover } from '#server/people/delegates.ts'
import { listDifferences, recordEvent } from '#server/platform/audit/record-event.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { type Assignee, findAssignee } from '#server/policy/find-assignee.ts'
import type { PolicyInputRow } from '#server/policy/policy-input.ts'
import { openReview } from '#server/reviews/open-review.ts'
import type { ReviewRow } from '#server/reviews/queries.ts'
import { writeReview } from '#server/reviews/write-review.ts'
import { reviews } from '#server/schema/reviews.ts'

/** Assignee of a review, and the assignment by which the policy chose that person, if it did. */
type OpenedReview = { readonly assignee: string | null; readonly through: string | null }

/**
 * Opens the review that a change owes, `not_started` and assigned if somebody is found, and notifies the assignee. An
 * existing review gets reasons and due date, and a sign-off if the policy requires one before completion; its form
 * stays once it is in progress. A completed or waived one stays as it is. The change must be locked.
 */
export async function openOwedReview(
  ctx: TxContext,
  change: PolicyInputRow,
  owed: OwedReview,
  dueOn: string,
): Promise<OpenedReview> {
  const [existing] = await ctx.db.select().from(reviews).where(eq(reviews.changeNumber, change.number)).for('update')
  if (existing)
    return isClosedReview(existing.status) ? toUnchanged(existing) : informReview(ctx, existing, change, owed, dueOn)
  const assignee = await findAssignee(ctx.db, owed.assignments, change, ctx.now)
  const at = ctx.now.toISOString()
  const row = await openReview(ctx, change, {
    status: 'not_started',
    reviewer: assignee?.email ?? null,
    reviewerName: assignee?.name ?? null,
    form: owed.form,
    reasons: [...owed.reasons],
    dueOn,
    needsSignOff: owed.needsSignOff,
    origin: 'policy',
    createdAt: at,
    updatedAt: at,
  })
  await recordEvent(ctx, reviewActions.create, row.reference, {
    ...listDifferences({}, auditFields(row)),
    ...coverChanges(assignee?.cover ?? null),
  })
  await notifyAssignee(ctx, row, change, assignee)
  return { assignee: row.reviewer, through: assignee?.through ?? null }
}

const toUnchanged = ({ reviewer }: ReviewRow): OpenedReview => ({ assignee: reviewer, through: null })

async function informReview(
  ctx: TxContext,
  before: ReviewRow,
  change: PolicyInputRow,
  owed: OwedReview,
  dueOn: string,
): Promise<OpenedReview> {
  const assignee = before.reviewer === null ? await findAssignee(ctx.db, owed.assignments, change, ctx.now) : null
  const isBegun = before.status !== 'not_started'
  const set = {
    reasons: [...owed.reasons],
    dueOn,
    form: isBegun ? before.form : owed.form,
    needsSignOff: before.needsSignOff || (owed.needsSignOff && before.status !== 'awaiting_sign_off'),
    ...(assignee && { reviewer: assignee.email, reviewerName: assignee.name }),
  }
  const after = await writeReview(ctx, before, reviewActions.update, {
    set,
    changes: {
      ...listDifferences(auditFields(before), auditFields({ ...before, ...set })),
      ...coverChanges(assignee?.cover ?? null),
    },
  })
  await notifyAssignee(ctx, after, change, assignee)
  return { assignee: after.reviewer, through: assignee?.through ?? null }
}

/** Returns the fields of a review that the history records when the policy writes it. */
const auditFields = (row: ReviewRow) => ({
  change_number: row.changeNumber,
  status: row.status,
  reviewer: row.reviewer,
  form_kind: row.form,
  reasons: row.reasons.map(describeReason),
  due_on: row.dueOn,
  needs_sign_off: row.needsSignOff,
})

async function notifyAssignee(ctx: TxContext, row: ReviewRow, change: PolicyInputRow, assignee: Assignee | null) {
  if (assignee === null) return
  const standsIn = assignee.cover ? ` You stand in ${describeCover(assignee.cover)}.` : ''
  const why = row.reasons.map(({ text }) => text).join('; ')
  await notifyAll(
    ctx,
    reviewActions.create.notifies({
      change,
      reference: row.reference,
      dueOn: row.dueOn,
      to: assignee.email,
      more: ` Why: ${why}.${standsIn}`,
    }),
  )
}
