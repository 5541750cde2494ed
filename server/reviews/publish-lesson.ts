import { and, eq } from 'drizzle-orm'
import type { publishLesson as contract } from '#lib/contracts/app/published-lessons.ts'
import type { LessonDraft } from '#lib/contracts/app/review-forms.ts'
import type { NewArticle } from '#lib/contracts/articles.ts'
import type { ResponseOf } from '#lib/contracts/endpoint.ts'
import { tidyLine, tidyText } from '#lib/contracts/tidy-text.ts'
import { maskNames } from '#lib/text/mask-names.ts'
import { createArticle, updateArticle } from '#server/articles/commands.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import { changes } from '#server/schema/changes.ts'
import { reviewSteps, reviews } from '#server/schema/reviews.ts'
import { queueLesson } from '#server/sync/outbox.ts'
import { listPeopleIn } from './lesson-people.ts'
import { presentStep, type ReviewRow } from './queries.ts'
import { lockWritableReview } from './review-lock.ts'
import { draftsOf, withWriter, writeStep } from './save-review-step.ts'

type Published = Required<Pick<NewArticle, 'content' | 'metadata'>>

/**
 * Publishes a saved draft as a lesson article, or updates its article; the draft and its article
 * are written together. Throws `not_found` for review or draft, `conflict` when the review is completed or waits for sign-off, or the draft
 * has no title or text.
 */
export async function publishLesson(
  ctx: Context,
  reference: string,
  key: string,
  { mask_names: isMasked }: { mask_names: boolean },
): Promise<ResponseOf<typeof contract>> {
  return inTransaction(ctx.db, async (tx) => {
    const within = { ...ctx, db: tx }
    const review = await lockWritableReview(tx, reference)
    const [step] = await tx
      .select()
      .from(reviewSteps)
      .where(and(eq(reviewSteps.reference, reference), eq(reviewSteps.step, 'lessons')))
    const drafts = draftsOf(step?.form)
    const draft = drafts.find((candidate) => candidate.key === key)
    if (!step || !draft) throw notFound(`lesson draft of ${reference}`, key)
    assertPublishable(draft, drafts.indexOf(draft))
    const article = await articleOf(within, review, draft, isMasked)

    if (draft.article_id !== null) {
      await queueLesson(within, await updateArticle(within, draft.article_id, article), {
        change: review.changeNumber,
        reference,
      })
      await tx
        .update(reviews)
        .set({ writers: withWriter(ctx) })
        .where(eq(reviews.reference, reference))
      return { article_id: draft.article_id, saved: presentStep<'lessons'>(step) }
    }
    const created = await createArticle(within, article)
    await queueLesson(within, created, { change: review.changeNumber, reference })
    const { id } = created
    const form = { ...step.form, drafts: drafts.map((it) => (it === draft ? { ...it, article_id: id } : it)) }
    const row = await writeStep(within, { review, step: 'lessons', form, before: step, version: step.version })
    return { article_id: id, saved: presentStep<'lessons'>(row) }
  })
}

function assertPublishable(draft: LessonDraft, index: number): void {
  const details = (['title', 'content'] as const)
    .filter((field) => draft[field].trim() === '')
    .map((field) => ({ field: `form.drafts.${index}.${field}`, in: 'body' as const, issue: 'must not be empty' }))
  if (details.length === 0) return
  throw new AppError('conflict', 'The lesson needs a title and a text before it is published.', { details })
}

async function articleOf(ctx: TxContext, review: ReviewRow, draft: LessonDraft, isMasked: boolean): Promise<Published> {
  const written = `# ${tidyLine(draft.title).trim().replace(/\s+/g, ' ')}\n\n${tidyText(draft.content).trim()}`
  return {
    content: isMasked ? await masked(ctx, review, written) : written,
    metadata: {
      source_change: review.changeNumber,
      article_type: 'lesson',
      source_pir: review.reference,
      category: tidyLine(draft.category).trim() || null,
      polarity: draft.polarity,
      tags: draft.tags.map(tidyLine),
      technologies: draft.technologies.map(tidyLine),
      author: isMasked ? 'Reviewer' : review.reviewerName,
    },
  }
}

async function masked(ctx: TxContext, review: ReviewRow, text: string): Promise<string> {
  const [change] = await ctx.db
    .select({ implementer: changes.assignedTo, requester: changes.requestedBy })
    .from(changes)
    .where(eq(changes.number, review.changeNumber))
  const parties = {
    reviewer: review.reviewer,
    reviewerName: review.reviewerName,
    implementer: change?.implementer ?? null,
    requester: change?.requester ?? null,
  }
  return maskNames(text, await listPeopleIn(ctx.db, text, parties))
}
