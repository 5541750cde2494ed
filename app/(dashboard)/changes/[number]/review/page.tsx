import { redirect } from 'next/navigation'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { stepSegment } from '#lib/domain/review/step-segment.ts'
import { foundOr404 } from '#server/pages/found.ts'
import { findOpenStep } from '#server/pages/open-step.ts'
import { getRecordContext } from '#server/pages/record-context.ts'

/** Redirects to the short form or to the first incomplete step. */
export default async function ReviewStartPage({ params }: { params: Promise<{ number: string }> }) {
  const { ctx, number } = await getRecordContext('change', (await params).number, (number) => pagePaths.review(number))
  const step = await foundOr404(findOpenStep(ctx, number))
  redirect(pagePaths.review(number, step === 'short' ? step : stepSegment(step)))
}
