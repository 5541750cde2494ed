import { and, count, eq, inArray, ne } from 'drizzle-orm'
import { type ProgressStep, reviewProgress } from '#lib/domain/review/review-progress.ts'
import { changeColumns } from '#server/changes/columns.ts'
import { listUrgentNear } from '#server/incidents/caused-incidents.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { improvements } from '#server/schema/improvements.ts'
import { reviews } from '#server/schema/reviews.ts'
import { formsIn, listStepsOf } from './queries.ts'

/** The first step of the full form that lacks something, or the sign-off, of open reviews, by their references. */
export async function findOpenSteps(
  db: Queryable,
  references: readonly string[],
): Promise<ReadonlyMap<string, ProgressStep>> {
  if (references.length === 0) return new Map()
  const named = [...references]
  const rows = await db
    .select({ review: reviews, change: changeColumns })
    .from(reviews)
    .innerJoin(changes, eq(changes.number, reviews.changeNumber))
    .where(inArray(reviews.reference, named))
  const numbers = rows.map(({ change }) => change.number)
  const [steps, actions, linked, urgent] = await Promise.all([
    listStepsOf(db, named),
    db
      .select({ reference: improvements.sourceRef, total: count() })
      .from(improvements)
      .where(and(inArray(improvements.sourceRef, named), ne(improvements.status, 'cancelled')))
      .groupBy(improvements.sourceRef),
    db
      .select({ change: incidents.relatedChange, number: incidents.number })
      .from(incidents)
      .where(inArray(incidents.relatedChange, numbers)),
    Promise.all(numbers.map((number) => listUrgentNear(db, number))),
  ])
  const totals = new Map(actions.map(({ reference, total }) => [reference, total]))
  return new Map(
    rows.map(({ review, change }, index) => {
      const progress = reviewProgress({
        change,
        forms: formsIn(change, steps.get(review.reference) ?? []),
        improvementCount: totals.get(review.reference) ?? 0,
        linkedIncidents: linked.flatMap((one) => (one.change === change.number ? one.number : [])),
        urgentIncidents: urgent[index] ?? [],
        review: { status: review.status, needs_sign_off: review.needsSignOff },
      })
      return [review.reference, progress.find(({ isDone }) => !isDone)?.step ?? 'sign_off']
    }),
  )
}
