import { and, between, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { ReviewForm } from '#lib/contracts/app/review-forms.ts'
import type { CleanCheck } from '#lib/domain/clean-change.ts'
import { hasImplemented, whySignature } from '#lib/domain/four-eyes.ts'
import { changeColumns } from '#server/changes/columns.ts'
import type { VersionedChange } from '#server/changes/queries.ts'
import { isOfChange } from '#server/incidents/caused-incidents.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import type { Actor, Context } from '#server/platform/runtime/context.ts'
import { readRules } from '#server/policy/rules.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { reviewSteps, reviews } from '#server/schema/reviews.ts'
import { readHistory } from './history-of-changes.ts'
import { judgeDemand } from './policy-demand.ts'
import { formsIn, type ReviewRow } from './queries.ts'
import { takePart } from './who-took-part.ts'

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
  const participants = await withFourEyes(db, actor, rows)
  const ofReview = (list: typeof linked, reference: string) =>
    (list ?? []).filter((it) => it.reference === reference).map(({ incident }) => incident)
  return new Map(
    participants.map(({ review, change, needsSignOff, isOwnWork, ...row }) => [
      review.reference,
      {
        change,
        check: {
          change: { ...change, is_unauthorized: row.unauthorized },
          review: {
            review_status: review.status,
            form_kind: review.form,
            needs_sign_off: needsSignOff,
            isBegun: row.isBegun,
          },
          linkedIncidents: ofReview(linked, review.reference),
          urgentIncidents: ofReview(urgent, review.reference),
          decisions: (row.incidentsForm as ReviewForm<'incidents'> | null)?.decisions ?? [],
          isOwnWork,
        },
      },
    ]),
  )
}

type Checked = { readonly review: ReviewRow; readonly change: VersionedChange }

/** With each review whether it needs a sign-off, whoever completes it, and whether the change is work of the actor. */
async function withFourEyes<Row extends Checked>(db: Queryable, actor: Actor, rows: readonly Row[]) {
  const rules = await readRules(db)
  const histories = await readHistory(
    db,
    rows.map(({ review, change }) => ({ number: change.number, reference: review.reference })),
  )
  const judged: (Row & { readonly needsSignOff: boolean; readonly isOwnWork: boolean })[] = []
  for (const row of rows) {
    const { review, change } = row
    const { number, assigned_to } = change
    const history = histories.get(number) ?? []
    const took = await takePart(db, { number, reference: review.reference, assigned_to }, history)
    const { policy } = await judgeDemand(db, { row: review, change, forms: formsIn(change, []), history }, rules)
    const needsSignOff = whySignature({ took, reviewer: null, person: null, policy }) !== null
    judged.push({ ...row, needsSignOff, isOwnWork: actor.kind === 'account' && hasImplemented(actor, took) })
  }
  return judged
}
