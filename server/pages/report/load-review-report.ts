import { queryImprovements, queryNamedIncidents } from '#lib/api/review-queries.ts'
import type { Report, ReportData } from '#lib/report/report.ts'
import { buildReviewReport } from '#lib/report/review-report.ts'
import { listMarkedLessons } from '#server/articles/lesson-marks.ts'
import { getChangePeople } from '#server/changes/get-change-people.ts'
import { getChange } from '#server/changes/queries.ts'
import { listDeploymentsOfChange } from '#server/deployments/deployments-of-change.ts'
import { listRequesterQuestions } from '#server/discussion/requester-questions.ts'
import { findRecordOrigin } from '#server/history/record-origin.ts'
import { listImprovements } from '#server/improvements/queries.ts'
import { listIncidents } from '#server/incidents/queries.ts'
import { findPeopleNames } from '#server/people/names.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { listAttachments } from '#server/reviews/attachments/queries.ts'
import { listReturns } from '#server/reviews/get-sign-off.ts'
import { findReview } from '#server/reviews/queries.ts'
import { listReviewVersions } from '#server/reviews/versions.ts'

const everything = { page: 1, limit: 1000 }

/** Loads the report of a change's review; null before the review is started. Throws `not_found`. */
export async function loadReviewReport(ctx: Context, number: string): Promise<Report | null> {
  const data = await loadReportData(ctx, number)
  if (!data) return null
  const { deployments } = await listDeploymentsOfChange(ctx, data.change.number)
  return buildReviewReport(data, deployments)
}

export async function loadReportData(ctx: Context, requested: string): Promise<ReportData | null> {
  // The requested number may have another spelling than that of the record.
  const change = await getChange(ctx, requested)
  const { number } = change
  const [people, origin, review] = await Promise.all([
    getChangePeople(ctx, number),
    findRecordOrigin(ctx, 'change', number),
    findReview(ctx, number),
  ])
  if (!review) return null
  const decided = review.steps.incidents.form.decisions.map(({ incident }) => incident)
  const [improvements, incidents, files, { result: questions }, returns, { versions }, markedLessons] =
    await Promise.all([
      listImprovements(ctx, { ...queryImprovements(review.reference), ...everything }),
      decided.length === 0 ? { rows: [] } : listIncidents(ctx, { ...queryNamedIncidents(decided), ...everything }),
      listAttachments(ctx, { of: review.reference }),
      listRequesterQuestions(ctx, review.reference),
      listReturns(ctx.db, review.reference),
      listReviewVersions(ctx, review.reference),
      listMarkedLessons(ctx, number),
    ])
  const names = await findPeopleNames(ctx.db, [
    review.submitted_by,
    review.implementer,
    ...improvements.rows.map(({ owner }) => owner),
    ...markedLessons.map(({ marked_by }) => marked_by),
    ...questions.map(({ requester }) => requester),
  ])
  const nameOf = (email: string) => names.of(email) ?? email
  const records = { improvements: improvements.rows, incidents: incidents.rows, markedLessons }
  return { change, people, origin, review, ...records, files, questions, returns, versions, nameOf }
}
