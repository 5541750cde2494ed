import { and, between, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { ReviewForm } from '#lib/contracts/app/review-forms.ts'
import type { CleanCheck } from '#lib/domain/clean-change.ts'
import { isImplementer, unresolvedImplementer } from '#lib/domain/implementer.ts'
import { judgeChange } from '#lib/domain/review-policy.ts'
import { changeColumns } from '#server/changes/columns.ts'
import type { VersionedChange } from '#server/changes/queries.ts'
import { isOfChange } from '#server/incidents/caused-incidents.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { findLinkedIncidents } from '#server/policy/judged-changes.ts'
import { readRules } from '#server/policy/rules.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { reviewSteps, reviews } from '#server/schema/reviews.ts'

/** The least urgent priority that keeps a change from being clean: high. */
const urgentPriority = 2

export type KnownReview = { readonly check: CleanCheck; readonly change: VersionedChange }

/** What the rule for clean changes needs of these reviews, by reference. */
export async function findCleanChecks(
  { db, actor }: Context,
  references: readonly string[],
): Promise<Map<string, KnownReview>> {
  const named = inArray(reviews.reference, [...references])
  const isBegun = sql<boolean>`exists (select from ${reviewSteps} where ${reviewSteps.reference} = ${reviews.reference})`
  const rows = await db
    .select({
      review: reviews,
      isBegun,
      change: changeColumns,
      unauthorized: changes.isUnauthorized,
      incidentsForm: reviewSteps.form,
    })
    .from(reviews)
    .innerJoin(changes, eq(changes.number, reviews.changeNumber))
    .leftJoin(reviewSteps, and(eq(reviewSteps.reference, reviews.reference), eq(reviewSteps.step, 'incidents')))
    .where(named)
  const start = sql`coalesce(${changes.actualStart}, ${changes.plannedStart})`
  const end = sql`coalesce(${changes.actualEnd}, ${changes.plannedEnd}) + interval '168 hours'`
  const isUrgentNear = and(
    lte(incidents.priorityLevel, urgentPriority),
    isNull(incidents.relatedChange),
    isNull(incidents.causedByChange),
    sql`${incidents.affectedService} = any(${changes.affectedServices})`,
    between(incidents.openedAt, start, end),
  )
  const found = { reference: reviews.reference, incident: incidents.number }
  const [linked, urgent] = await Promise.all(
    [isOfChange(changes.number), isUrgentNear].map((condition) =>
      db
        .select(found)
        .from(reviews)
        .innerJoin(changes, eq(changes.number, reviews.changeNumber))
        .innerJoin(incidents, condition)
        .where(named)
        .orderBy(incidents.number),
    ),
  )
  const [rules, incidentsOf] = [
    await readRules(db),
    await findLinkedIncidents(
      db,
      rows.map(({ change }) => change.number),
    ),
  ]
  const asking = new Set(
    rows.flatMap(({ review, change, unauthorized }) => {
      const incidents = incidentsOf.get(change.number) ?? []
      const judged = judgeChange({ ...change, is_unauthorized: unauthorized, incidents }, rules)
      return judged?.needsSignOff ? [review.reference] : []
    }),
  )
  const ofReview = (list: typeof linked, reference: string) =>
    (list ?? []).filter((it) => it.reference === reference).map(({ incident }) => incident)
  return new Map(
    rows.map(({ review, change, ...row }) => [
      review.reference,
      {
        change,
        check: {
          change: { ...change, is_unauthorized: row.unauthorized },
          review: {
            review_status: review.status,
            form_kind: review.form,
            needs_sign_off:
              review.needsSignOff || asking.has(review.reference) || unresolvedImplementer(change) !== null,
            isBegun: row.isBegun,
          },
          linkedIncidents: ofReview(linked, review.reference),
          urgentIncidents: ofReview(urgent, review.reference),
          decisions: (row.incidentsForm as ReviewForm<'incidents'> | null)?.decisions ?? [],
          isOwnWork: actor.kind === 'account' && isImplementer(actor, change) === 'yes',
        },
      },
    ]),
  )
}
