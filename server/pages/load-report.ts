import { improvementsOf, incidentsNamed } from '#lib/api/review-queries.ts'
import type { ReportData } from '#lib/domain/report-data.ts'
import { getChangePeople } from '#server/changes/get-change-people.ts'
import { getChange } from '#server/changes/queries.ts'
import { listImprovements } from '#server/improvements/queries.ts'
import { listIncidents } from '#server/incidents/queries.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { findReview } from '#server/reviews/queries.ts'

const everything = { page: 1, limit: 1000 }

/** What the report of a change's review shows; null before the review is started. Throws `not_found`. */
export async function loadReport(ctx: Context, number: string): Promise<ReportData | null> {
  const [change, people, review] = await Promise.all([
    getChange(ctx, number),
    getChangePeople(ctx, number),
    findReview(ctx, number),
  ])
  if (!review) return null
  const decided = review.steps.incidents.form.decisions.map(({ incident }) => incident)
  const [improvements, incidents] = await Promise.all([
    listImprovements(ctx, { ...improvementsOf(review.reference), ...everything }),
    decided.length === 0 ? { rows: [] } : listIncidents(ctx, { ...incidentsNamed(decided), ...everything }),
  ])
  return { change, people, review, improvements: improvements.rows, incidents: incidents.rows }
}
