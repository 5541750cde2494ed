import { and, eq, inArray, sql } from 'drizzle-orm'
import type { ReviewForm } from '#lib/contracts/app/review-forms.ts'
import { type Evidence, listEvidence } from '#lib/domain/audits/evidence.ts'
import { numberKey } from '#lib/text/record-number.ts'
import { getDayInZone } from '#lib/time/local-day.ts'
import { findPeopleNames } from '#server/people/names.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { numberKeySql as keyOf } from '#server/schema/columns.ts'
import { policyDecisions } from '#server/schema/policy.ts'
import { reviewSteps, reviews } from '#server/schema/reviews.ts'

type Audited = { readonly title: string; readonly evidence: readonly Evidence[] }

/** Reads the current evidence of changes, by number. Changes that are not recorded under these numbers are missing. */
export async function readEvidence(ctx: Context, numbers: readonly string[]): Promise<Map<string, Audited>> {
  const { db, zone = 'UTC' } = ctx
  if (numbers.length === 0) return new Map()
  const rows = await db
    .select({ change: changes, review: reviews, isOwed: policyDecisions.isOwed })
    .from(changes)
    .leftJoin(reviews, eq(reviews.changeNumber, changes.number))
    .leftJoin(policyDecisions, eq(policyDecisions.changeNumber, changes.number))
    .where(inArray(changes.number, [...numbers]))
  const references = rows.flatMap(({ review }) => review?.reference ?? [])
  const [steps, linked, names] = await Promise.all([
    db
      .select({ reference: reviewSteps.reference, step: reviewSteps.step, form: reviewSteps.form })
      .from(reviewSteps)
      .where(and(inArray(reviewSteps.reference, references), inArray(reviewSteps.step, ['incidents', 'lessons']))),
    db
      .select({ number: incidents.number, change: incidents.relatedChange })
      .from(incidents)
      .where(sql`${keyOf(incidents.relatedChange)} = any(${sql.param(numbers.map(numberKey))}::text[])`)
      .orderBy(incidents.number),
    findPeopleNames(
      db,
      rows.flatMap(({ change, review }) => [change.approvedBy, change.assignedTo, review?.implementer ?? null]),
    ),
  ])
  const forms = new Map(steps.map(({ reference, step, form }) => [`${step} ${reference}`, form]))
  const getForm = <Step extends 'incidents' | 'lessons'>(reference: string, step: Step) =>
    (forms.get(`${step} ${reference}`) ?? null) as ReviewForm<Step> | null
  const incidentsByChange = Map.groupBy(linked, ({ change }) => numberKey(change ?? ''))
  const displayName = (email: string | null) => names.of(email) ?? email
  return new Map(
    rows.map(({ change, review, isOwed }) => {
      const evidence = listEvidence({
        change: {
          type: change.type,
          implementation_plan: change.implementationPlan,
          risk: change.risk,
          approved_by: displayName(change.approvedBy),
          assigned_to: displayName(change.assignedTo),
          pir_completed: change.pirCompleted,
          pir_reference: change.pirReference,
          pir_outcome: change.pirOutcome,
        },
        review: review && {
          reference: review.reference,
          status: review.status,
          needs_sign_off: review.needsSignOff,
          signed_off_by: review.signedOffBy,
          completed_on: review.completedAt && getDayInZone(review.completedAt, zone),
          completed_by: review.completedBy,
          waived_by: review.waivedBy,
          implementer: displayName(review.implementer),
          incidents: getForm(review.reference, 'incidents'),
          lessons: getForm(review.reference, 'lessons'),
        },
        isExempt: isOwed === false,
        incidents: (incidentsByChange.get(numberKey(change.number)) ?? []).map(({ number }) => number),
      })
      return [change.number, { title: change.title, evidence }]
    }),
  )
}
