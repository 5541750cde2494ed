import { and, eq } from 'drizzle-orm'
import type { LessonDraft } from '#lib/contracts/app/review-forms.ts'
import type { publishLesson as contract } from '#lib/contracts/app/review-sign-off.ts'
import type { ResponseOf } from '#lib/contracts/endpoint.ts'
import { removeEmptySections } from '#lib/review/forms.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { lockWritableReview } from '#server/reviews/locked-review.ts'
import { getDrafts, presentStep } from '#server/reviews/queries.ts'
import { writeStep } from '#server/reviews/save-step.ts'
import { reviewSteps } from '#server/schema/reviews.ts'

/**
 * Marks a saved draft to be published as a lesson article once its review is completed, or to update its published
 * article then. Throws `not_found` for review or draft, `conflict` when the review is completed or waits for sign-off,
 * or the draft has no title or text.
 */
export async function publishLesson(
  ctx: Context,
  reference: string,
  key: string,
  { mask_names: isMasked }: { mask_names: boolean },
): Promise<ResponseOf<typeof contract>> {
  return inTransaction(ctx, async (tx) => {
    const review = await lockWritableReview(tx.db, reference)
    const [step] = await tx.db
      .select()
      .from(reviewSteps)
      .where(and(eq(reviewSteps.reference, reference), eq(reviewSteps.step, 'lessons')))
    const drafts = getDrafts(step?.form)
    const draft = drafts.find((candidate) => candidate.key === key)
    if (!step || !draft) throw notFound(`lesson draft of ${reference}`, key)
    assertPublishable(draft, drafts.indexOf(draft))
    const publishes = isMasked ? 'masked' : 'written'
    if (draft.publishes === publishes) return { saved: presentStep<'lessons'>(step) }
    const form = { ...step.form, drafts: drafts.map((it) => (it === draft ? { ...it, publishes } : it)) }
    const row = await writeStep(tx, { review, step: 'lessons', form, before: step, version: step.version })
    return { saved: presentStep<'lessons'>(row) }
  })
}

function assertPublishable(draft: LessonDraft, index: number): void {
  const details = (['title', 'content'] as const)
    .filter((field) => (field === 'content' ? removeEmptySections(draft.content) : draft.title.trim()) === '')
    .map((field) => ({ field: `form.drafts.${index}.${field}`, in: 'body' as const, issue: 'must not be empty' }))
  if (details.length === 0) return
  throw new AppError('conflict', 'The lesson needs a title and a text before it is published.', { details })
}
