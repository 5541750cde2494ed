import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { ShortReviewPage } from '#components/review/short-review-page.tsx'
import { reviewQuery } from '#lib/api/review-queries.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { hasRole } from '#server/auth/caller.ts'
import { foundOr404 } from '#server/pages/found.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { readPathSegment } from '#server/pages/path-segment.ts'
import { prefetchReview } from '#server/pages/prefetch-review.ts'

type ShortPageProps = { params: Promise<{ number: string }> }

export async function generateMetadata({ params }: ShortPageProps): Promise<Metadata> {
  return { title: `Short review · ${readPathSegment((await params).number)}` }
}

/** Where there is no short form to write, the review itself is shown. */
export default async function ShortPage({ params }: ShortPageProps) {
  const number = readPathSegment((await params).number)
  const ctx = await getPageContext(pagePaths.review(number, 'short'))
  const client = await foundOr404(prefetchReview(ctx, number))
  const review = client.getQueryData(reviewQuery(number).queryKey)?.review
  const isOpen = review?.status === 'not_started' || review?.status === 'in_progress'
  if (review?.form_kind !== 'short' || !isOpen || !hasRole(ctx.actor.role, 'reviewer'))
    redirect(pagePaths.review(number))
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <ShortReviewPage number={number} account={ctx.actor.email} />
    </HydrationBoundary>
  )
}
