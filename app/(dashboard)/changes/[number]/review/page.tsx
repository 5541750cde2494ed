import { redirect } from 'next/navigation'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { findOpenStep } from '#server/pages/open-step.ts'
import { getRecordContext, type NumberParams, resolveOr404 } from '#server/pages/page-context.ts'

/** Redirects to the short form or to the first incomplete step. */
export default async function ReviewStartPage({ params }: NumberParams) {
  const { ctx, number } = await getRecordContext('change', (await params).number, (number) => pagePaths.review(number))
  const step = await resolveOr404(findOpenStep(ctx, number))
  redirect(pagePaths.review(number, step))
}
