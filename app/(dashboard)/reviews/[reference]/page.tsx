import { redirect } from 'next/navigation'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { getPageContext, readPathSegment, resolveOr404 } from '#server/pages/page-context.ts'
import { getReview } from '#server/reviews/queries.ts'

/** Redirects from a review reference, as other systems store it, to the review of its change. */
export default async function ReviewOfPage({ params }: { params: Promise<{ reference: string }> }) {
  const reference = readPathSegment((await params).reference)
  const ctx = await getPageContext(pagePaths.reviewOf(reference))
  const { change_number } = await resolveOr404(getReview(ctx, reference))
  redirect(pagePaths.review(change_number))
}
