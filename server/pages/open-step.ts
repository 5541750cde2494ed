import { improvementsOf, incidentsNaming } from '#lib/api/review-queries.ts'
import { isLocked } from '#lib/domain/four-eyes/review-sign-off.ts'
import { formsOf } from '#lib/domain/review/review-forms.ts'
import { type ProgressStep, reviewProgress } from '#lib/domain/review/review-progress.ts'
import { opensInShortForm } from '#lib/domain/review/short-form.ts'
import { getChange } from '#server/changes/queries.ts'
import { listImprovements } from '#server/improvements/queries.ts'
import { listUrgentNear } from '#server/incidents/caused-incidents.ts'
import { listIncidents } from '#server/incidents/queries.ts'
import { hasRole } from '#server/platform/auth/caller.ts'
import { findReview } from '#server/reviews/queries.ts'
import type { PageContext } from './page-context.ts'

const firstPage = { page: 1, limit: 1000 }

/**
 * Where the review of a change opens: the short form for a writer of a review that fits it, else the first step that
 * lacks something, or the sign-off of a review that is submitted or completed. Throws `not_found`.
 */
export async function findOpenStep(ctx: PageContext, number: string): Promise<ProgressStep | 'short'> {
  const [change, review] = await Promise.all([getChange(ctx, number), findReview(ctx, number)])
  if (!review) return 'plan'
  if (isLocked(review)) return 'sign_off'
  const [improvements, linked, urgentIncidents] = await Promise.all([
    listImprovements(ctx, { ...improvementsOf(review.reference), ...firstPage }),
    listIncidents(ctx, { ...incidentsNaming(number), ...firstPage }),
    listUrgentNear(ctx.db, number),
  ])
  const forms = formsOf(review)
  const improvementCount = improvements.rows.filter(({ status }) => status !== 'cancelled').length
  const isShort = opensInShortForm({ change, review, forms, improvementCount })
  if (isShort && hasRole(ctx.actor.role, 'reviewer')) return 'short'
  const linkedIncidents = linked.rows.map((incident) => incident.number)
  const steps = reviewProgress({ change, forms, improvementCount, linkedIncidents, urgentIncidents, review })
  return steps.find(({ isDone }) => !isDone)?.step ?? 'sign_off'
}
