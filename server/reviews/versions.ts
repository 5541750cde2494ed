import { and, asc, eq, isNull } from 'drizzle-orm'
import { fillForm } from '#lib/contracts/app/review-forms.ts'
import { reviewSteps } from '#lib/contracts/app/review-values.ts'
import type { listReviewVersions as contract, ReviewSnapshot } from '#lib/contracts/app/review-versions.ts'
import type { ReviewOutcome } from '#lib/contracts/changes.ts'
import type { ResponseOf } from '#lib/contracts/endpoint.ts'
import { pickForms, type ReviewedChange, type ReviewFormValues } from '#lib/review/forms.ts'
import { getChange } from '#server/changes/queries.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import { improvements } from '#server/schema/improvements.ts'
import { attachments, reviewVersions } from '#server/schema/reviews.ts'
import { getReview, type ReviewRow } from './queries.ts'

type VersionContent = {
  readonly change: ReviewedChange & { readonly pir_date: string | null }
  readonly forms: ReviewFormValues
  readonly outcome: ReviewOutcome
}

/** Stores the completed review as a permanent version. An existing version stays as it is. */
export async function storeVersion(ctx: TxContext, row: ReviewRow, content: VersionContent): Promise<void> {
  const { reference, completions: number, completedAt, completedBy, signedOffBy } = row
  if (completedAt === null) throw new Error('Only a completed review is stored as a version.')
  const snapshot = await buildSnapshot(ctx, reference, content, row.proposedOutcome)
  const completed = { completedAt, completedBy: completedBy ?? '', signedOffBy, outcome: content.outcome }
  await ctx.db
    .insert(reviewVersions)
    .values({ reference, number, ...completed, snapshot })
    .onConflictDoNothing()
}

async function buildSnapshot(
  ctx: Context,
  reference: string,
  { change, forms }: Pick<VersionContent, 'change' | 'forms'>,
  proposed: ReviewOutcome | null,
): Promise<ReviewSnapshot> {
  const actions = await ctx.db
    .select({
      id: improvements.id,
      title: improvements.title,
      owner: improvements.owner,
      target_date: improvements.targetDate,
      status: improvements.status,
    })
    .from(improvements)
    .where(eq(improvements.sourceRef, reference))
    .orderBy(asc(improvements.targetDate), asc(improvements.id))
  const { id, step, name, size, digest: sha256 } = attachments
  const files = await ctx.db
    .select({ id, step, name, size, sha256 })
    .from(attachments)
    .where(and(eq(attachments.reference, reference), isNull(attachments.removedAt)))
    .orderBy(asc(attachments.uploadedAt), asc(id))
  const { number, implementation_plan, planned_start, planned_end, actual_start, actual_end } = change
  const { objective, type, measures = [] } = change
  const window = { planned_start, planned_end, actual_start, actual_end }
  return {
    change: { number, implementation_plan, ...window, objective, type, measures },
    forms,
    improvements: actions,
    proposed_outcome: proposed,
    pir_date: change.pir_date,
    attachments: files,
  }
}

/** Marks the last version of a review as reopened. */
export async function markReopened(
  ctx: TxContext,
  { reference, completions }: ReviewRow,
  reason: string,
): Promise<void> {
  await ctx.db
    .update(reviewVersions)
    .set({ reopenedAt: ctx.now.toISOString(), reopenedBy: ctx.actor.name, reopenReason: reason })
    .where(and(eq(reviewVersions.reference, reference), eq(reviewVersions.number, completions)))
}

/** Lists the versions of a review, oldest first, with its current state. Throws `not_found`. */
export async function listReviewVersions(ctx: Context, reference: string): Promise<ResponseOf<typeof contract>> {
  const [review, rows] = await Promise.all([
    getReview(ctx, reference),
    ctx.db
      .select()
      .from(reviewVersions)
      .where(eq(reviewVersions.reference, reference))
      .orderBy(asc(reviewVersions.number)),
  ])
  const change = await getChange(ctx, review.change_number)
  const content = { change, forms: pickForms(review) }
  return {
    versions: rows.map(presentVersion),
    today: await buildSnapshot(ctx, reference, content, review.proposed_outcome),
  }
}

/** Gives the forms of a version the questions that were added since. */
const fillForms = (forms: ReviewSnapshot['forms']) =>
  Object.fromEntries(reviewSteps.map((step) => [step, fillForm(step, forms[step])])) as ReviewSnapshot['forms']

const presentVersion = (row: typeof reviewVersions.$inferSelect) => ({
  number: row.number,
  completed_at: row.completedAt,
  completed_by: row.completedBy,
  signed_off_by: row.signedOffBy,
  outcome: row.outcome,
  said: { ...row.snapshot, forms: fillForms(row.snapshot.forms) },
  reopened_at: row.reopenedAt,
  reopened_by: row.reopenedBy,
  reopen_reason: row.reopenReason,
})
