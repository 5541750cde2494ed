import { and, eq, inArray, sql } from 'drizzle-orm'
import type { ReviewForm } from '#lib/contracts/app/review-forms.ts'
import type { CleanCheck } from '#lib/domain/change/clean-change.ts'
import { hasImplemented, whySignature } from '#lib/domain/four-eyes/four-eyes.ts'
import { changeColumns } from '#server/changes/columns.ts'
import type { VersionedChange } from '#server/changes/queries.ts'
import { isOfChange, listUrgentNear } from '#server/incidents/caused-incidents.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import type { Actor, Context } from '#server/platform/runtime/context.ts'
import { readRuleVersions } from '#server/policy/rules.ts'
import { readHistory } from '#server/reviews/four-eyes/history-of-changes.ts'
import { demandOf, readFacts } from '#server/reviews/four-eyes/policy-demand.ts'
import { takeParts } from '#server/reviews/four-eyes/who-took-part.ts'
import { formsIn, type ReviewRow } from '#server/reviews/record/queries.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { reviewProposals } from '#server/schema/review-proposals.ts'
import { reviewSteps, reviews } from '#server/schema/reviews.ts'
import { openOf } from './proposals.ts'

export type KnownReview = { readonly check: CleanCheck; readonly change: VersionedChange }

/** What the rule for clean changes needs of these reviews, by reference. */
export async function findCleanChecks(
  { db, actor }: Context,
  references: readonly string[],
): Promise<Map<string, KnownReview>> {
  const named = inArray(reviews.reference, [...references])
  const isBegun = sql<boolean>`exists (select from ${reviewSteps} where ${reviewSteps.reference} = ${reviews.reference})`
  const hasProposals = sql<boolean>`exists (select from ${reviewProposals} where ${openOf(reviews.reference)})`
  const rows = await db
    .select({
      review: reviews,
      isBegun,
      hasProposals,
      change: changeColumns,
      unauthorized: changes.isUnauthorized,
      incidentsForm: reviewSteps.form,
    })
    .from(reviews)
    .innerJoin(changes, eq(changes.number, reviews.changeNumber))
    .leftJoin(reviewSteps, and(eq(reviewSteps.reference, reviews.reference), eq(reviewSteps.step, 'incidents')))
    .where(named)
  const [linked, urgent] = await Promise.all([
    db
      .select({ change: changes.number, incident: incidents.number })
      .from(reviews)
      .innerJoin(changes, eq(changes.number, reviews.changeNumber))
      .innerJoin(incidents, isOfChange(changes.number))
      .where(named)
      .orderBy(incidents.number),
    listUrgentNear(
      db,
      rows.map(({ change }) => change.number),
    ),
  ])
  const participants = await withFourEyes(db, actor, rows)
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
          linkedIncidents: linked.flatMap((one) => (one.change === change.number ? one.incident : [])),
          urgentIncidents: urgent.get(change.number) ?? [],
          decisions: (row.incidentsForm as ReviewForm<'incidents'> | null)?.decisions ?? [],
          isOwnWork,
          hasProposals: row.hasProposals,
        },
      },
    ]),
  )
}

type Checked = { readonly review: ReviewRow; readonly change: VersionedChange }

/** With each review whether it needs a sign-off if the actor completes it, and whether the change is work of the actor. */
async function withFourEyes<Row extends Checked>(db: Queryable, actor: Actor, rows: readonly Row[]) {
  const versions = await readRuleVersions(db)
  const facts = await readFacts(
    db,
    rows.map(({ change }) => change.number),
  )
  const histories = await readHistory(
    db,
    rows.map(({ review, change }) => ({ number: change.number, reference: review.reference })),
  )
  const known = rows.map(({ review: { reference }, change: { number, assigned_to } }) => ({
    change: { number, reference, assigned_to },
    history: histories.get(number) ?? [],
  }))
  const took = await takeParts(db, known)
  const person = actor.kind === 'account' ? actor : null
  return rows.flatMap((row, index) => {
    const { review, change } = row
    const [parts, history, judged] = [took[index], known[index]?.history, facts.get(change.number)]
    if (!parts || !history || !judged) return []
    const isOwnWork = person !== null && hasImplemented(person, parts)
    const { policy } = demandOf({ row: review, change, forms: formsIn(change, []), history }, judged, versions)
    const why = whySignature({ took: parts, reviewer: null, person: isOwnWork ? null : person, policy })
    return [{ ...row, needsSignOff: why !== null, isOwnWork }]
  })
}
