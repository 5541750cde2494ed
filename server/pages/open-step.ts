import { improvementsOf, incidentsNaming } from '#lib/api/review-queries.ts'
import { formsOf } from '#lib/domain/review-forms.ts'
import { type ProgressStep, reviewProgress } from '#lib/domain/review-progress.ts'
import { isForReading } from '#lib/domain/review-sign-off.ts'
import { getChange } from '#server/changes/queries.ts'
import type { Context } from '#server/context.ts'
import { listImprovements } from '#server/improvements/queries.ts'
import { listIncidents } from '#server/incidents/queries.ts'
import { findReview } from '#server/reviews/queries.ts'

const firstPage = { page: 1, limit: 1000 }

/** The first step of a change's review that lacks something; the sign-off of one that is handed in or completed. Throws `not_found`. */
export async function findOpenStep(ctx: Context, number: string): Promise<ProgressStep> {
  const [change, review] = await Promise.all([getChange(ctx, number), findReview(ctx, number)])
  if (!review) return 'plan'
  if (isForReading(review)) return 'sign_off'
  const [improvements, linked] = await Promise.all([
    listImprovements(ctx, { ...improvementsOf(review.reference), ...firstPage }),
    listIncidents(ctx, { ...incidentsNaming(number), ...firstPage }),
  ])
  const steps = reviewProgress({
    change,
    forms: formsOf(review),
    improvementCount: improvements.rows.filter(({ status }) => status !== 'cancelled').length,
    linkedIncidents: linked.rows.map((incident) => incident.number),
    review,
  })
  return steps.find(({ isDone }) => !isDone)?.step ?? 'sign_off'
}
