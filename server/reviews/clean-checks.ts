import { and, eq, inArray, sql } from 'drizzle-orm'
import type { ReviewForm } from '#lib/contracts/app/review-forms.ts'
import type { findCleanCheck as contract } from '#lib/contracts/app/review-sign-off.ts'
import type { ResponseOf } from '#lib/contracts/endpoint.ts'
import { type CleanCheck, listChangeFaults } from '#lib/domain/change/clean-change.ts'
import { hasImplemented, whySignOffRequired } from '#lib/domain/four-eyes/four-eyes.ts'
import { changeColumns } from '#server/changes/columns.ts'
import type { VersionedChange } from '#server/changes/queries.ts'
import { selectNumbersOfChange, urgentNumbers } from '#server/incidents/caused-incidents.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor, Context } from '#server/platform/runtime/context.ts'
import { changes } from '#server/schema/changes.ts'
import { reviewProposals } from '#server/schema/review-proposals.ts'
import { reviewSteps, reviews } from '#server/schema/reviews.ts'
import { readParticipations, resolveAllParticipants } from './parts.ts'
import { isOpenProposal } from './proposals.ts'
import type { ReviewRow } from './queries.ts'

export type CleanCheckedReview = { readonly check: CleanCheck; readonly change: VersionedChange }

/** Reads the input of the rule for clean changes, by the reference of the review. */
export async function findCleanChecks(
  { db, actor }: Context,
  references: readonly string[],
): Promise<Map<string, CleanCheckedReview>> {
  const isBegun = sql<boolean>`exists (select from ${reviewSteps} where ${reviewSteps.reference} = ${reviews.reference})`
  const hasProposals = sql<boolean>`exists (select from ${reviewProposals} where ${isOpenProposal(reviews.reference)})`
  const rows = await db
    .select({
      review: reviews,
      isBegun,
      hasProposals,
      change: changeColumns,
      unauthorized: changes.isUnauthorized,
      incidentsForm: reviewSteps.form,
      linkedIncidents: selectNumbersOfChange(changes.number),
      urgentIncidents: urgentNumbers,
    })
    .from(reviews)
    .innerJoin(changes, eq(changes.number, reviews.changeNumber))
    .leftJoin(reviewSteps, and(eq(reviewSteps.reference, reviews.reference), eq(reviewSteps.step, 'incidents')))
    .where(inArray(reviews.reference, [...references]))
  const checked = await checkFourEyes(db, actor, rows)
  return new Map(
    checked.map(({ review, change, needsSignOff, isOwnWork, ...row }) => [
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
          linkedIncidents: row.linkedIncidents,
          urgentIncidents: row.urgentIncidents,
          decisions: (row.incidentsForm as ReviewForm<'incidents'> | null)?.decisions ?? [],
          isOwnWork,
          hasProposals: row.hasProposals,
        },
      },
    ]),
  )
}

type CheckedReview = { readonly review: ReviewRow; readonly change: VersionedChange }

/**
 * Adds to each review whether the actor needs a sign-off to complete it, and whether the change is the actor's own
 * work.
 */
async function checkFourEyes<Row extends CheckedReview>(db: Queryable, actor: Actor, rows: readonly Row[]) {
  const changes = rows.map(({ review: { reviewer }, change }) => ({ ...change, reviewer }))
  const participations = await resolveAllParticipants(db, await readParticipations(db, changes))
  const person = actor.kind === 'account' ? actor : null
  return rows.flatMap((row) => {
    const participation = participations.get(row.change.number)
    if (!participation) return []
    const isOwnWork = person !== null && hasImplemented(person, participation)
    const why = whySignOffRequired({
      participation,
      reviewer: null,
      person: isOwnWork ? null : person,
      isRequired: row.review.needsSignOff,
    })
    return [{ ...row, needsSignOff: why !== null, isOwnWork }]
  })
}

/** Returns the caller's reasons against completing a review in the short form. Throws `not_found`. */
export async function getCleanCheck(ctx: Context, reference: string): Promise<ResponseOf<typeof contract>> {
  const checked = (await findCleanChecks(ctx, [reference])).get(reference)
  if (!checked) throw notFound('review', reference)
  const { check } = checked
  return {
    faults: listChangeFaults(check),
    linked_incidents: [...check.linkedIncidents],
    urgent_incidents: [...check.urgentIncidents],
  }
}
