import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { prefetchReview } from '#app/(dashboard)/prefetch.ts'
import { ReadOnlyLessons } from '#components/review/form/read-only-lessons.tsx'
import { ReviewPage } from '#components/review/review-page.tsx'
import { reviewQuery } from '#lib/api/review-queries.ts'
import { isLocked } from '#lib/contracts/app/review-values.ts'
import { hasRole } from '#lib/contracts/endpoint.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { parseStepSegment, stepLabels } from '#lib/review/labels.ts'
import { getRecordContext, readPathSegment, resolveOr404 } from '#server/pages/page-context.ts'

type ReviewStepPageProps = { params: Promise<{ number: string; step: string }> }

export async function generateMetadata({ params }: ReviewStepPageProps): Promise<Metadata> {
  const { number, step } = await params
  const progressStep = parseStepSegment(step)
  return { title: `${progressStep ? stepLabels[progressStep] : 'Review'} · ${readPathSegment(number)}` }
}

export default async function ReviewStepPage({ params }: ReviewStepPageProps) {
  const { number: encoded, step: segment } = await params
  const step = parseStepSegment(segment)
  if (!step) notFound()
  const { ctx, number } = await getRecordContext('change', encoded, (known) => pagePaths.review(known, segment))
  const client = await resolveOr404(prefetchReview(ctx, number))
  const canWrite = hasRole(ctx.actor.role, 'reviewer')
  const review = client.getQueryData(reviewQuery(number).queryKey)?.review
  const page = (
    <ReviewPage
      number={number}
      step={step}
      reader={{
        email: ctx.actor.email,
        name: ctx.actor.name,
        canWrite,
        canManage: hasRole(ctx.actor.role, 'manager'),
        isAdmin: hasRole(ctx.actor.role, 'admin'),
      }}
    />
  )
  return (
    <HydrationBoundary state={dehydrate(client)}>
      {review && (!canWrite || isLocked(review)) ? (
        <ReadOnlyLessons sources={review.steps.lessons.form.drafts.map(({ content }) => content)}>
          {page}
        </ReadOnlyLessons>
      ) : (
        page
      )}
    </HydrationBoundary>
  )
}
