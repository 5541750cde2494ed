import { redirect } from 'next/navigation'
import { queryImprovements } from '#lib/api/review-queries.ts'
import { isLocked } from '#lib/contracts/app/review-values.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { hasRole } from '#lib/contracts/endpoint.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { pickForms } from '#lib/review/forms.ts'
import type { ProgressStep } from '#lib/review/labels.ts'
import { opensInShortForm } from '#lib/review/short-form.ts'
import { getChange, type VersionedChange } from '#server/changes/queries.ts'
import { listImprovements } from '#server/improvements/queries.ts'
import { getRecordContext, type NumberParams, type PageContext, resolveOr404 } from '#server/pages/page-context.ts'
import { findOpenSteps } from '#server/reviews/completion.ts'
import { findReview } from '#server/reviews/queries.ts'

/** Redirects to the short form or to the first incomplete step. */
export default async function ReviewStartPage({ params }: NumberParams) {
  const { ctx, number } = await getRecordContext('change', (await params).number, (number) => pagePaths.review(number))
  const step = await resolveOr404(findOpenStep(ctx, number))
  redirect(pagePaths.review(number, step))
}

const firstPage = { page: 1, limit: 1000 }

/**
 * Finds the step at which the review of a change opens: the short form for a writer of a review that fits it, else the
 * step to which it was returned, or the first incomplete one, or the sign-off of a review that is submitted or
 * completed. Throws `not_found`.
 */
async function findOpenStep(ctx: PageContext, number: string): Promise<ProgressStep | 'short'> {
  const [change, review] = await Promise.all([getChange(ctx, number), findReview(ctx, number)])
  if (!review) return 'plan'
  if (isLocked(review)) return 'sign_off'
  if (review.form_kind === 'short' && hasRole(ctx.actor.role, 'reviewer') && (await isShort(ctx, change, review)))
    return 'short'
  return (await findOpenSteps(ctx.db, [review.reference])).get(review.reference) ?? 'plan'
}

async function isShort(ctx: PageContext, change: VersionedChange, review: Review): Promise<boolean> {
  const improvements = await listImprovements(ctx, { ...queryImprovements(review.reference), ...firstPage })
  const improvementCount = improvements.rows.filter(({ status }) => status !== 'cancelled').length
  return opensInShortForm({ change, review, forms: pickForms(review), improvementCount })
}
