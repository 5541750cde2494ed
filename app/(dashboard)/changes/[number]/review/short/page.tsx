import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import { redirect } from 'next/navigation'
import { prefetchReview } from '#app/(dashboard)/prefetch.ts'
import { ShortReviewPage } from '#components/review/short/short-review-page.tsx'
import { changeQuery, improvementsQuery, reviewQuery } from '#lib/api/review-queries.ts'
import { hasRole } from '#lib/contracts/endpoint.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { pickForms } from '#lib/review/forms.ts'
import { opensInShortForm } from '#lib/review/short-form.ts'
import { getRecordContext, type NumberParams, resolveOr404, titleByNumber } from '#server/pages/page-context.ts'

export const generateMetadata = titleByNumber('Short review · ')

/** Redirects to the full form if the review does not fit the short one, or the person may not edit it. */
export default async function ShortPage({ params }: NumberParams) {
  const { ctx, number } = await getRecordContext('change', (await params).number, (number) =>
    pagePaths.review(number, 'short'),
  )
  const client = await resolveOr404(prefetchReview(ctx, number))
  const change = client.getQueryData(changeQuery(number).queryKey)
  const review = client.getQueryData(reviewQuery(number).queryKey)?.review
  if (!change) redirect(pagePaths.review(number, 'plan'))
  if (!review || !hasRole(ctx.actor.role, 'reviewer')) redirect(pagePaths.review(number))
  const { reference } = review
  const actions = client.getQueryData(improvementsQuery(reference).queryKey)?.result ?? []
  const improvementCount = actions.filter(({ status }) => status !== 'cancelled').length
  if (!opensInShortForm({ change, review, forms: pickForms(review), improvementCount })) {
    redirect(pagePaths.review(number))
  }
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <ShortReviewPage number={number} account={ctx.actor.email} />
    </HydrationBoundary>
  )
}
