import { eq, inArray, sql } from 'drizzle-orm'
import { fillForm, type LessonDraft, type ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { isLocked } from '#lib/contracts/app/review-values.ts'
import type { Participation, Review, ReviewForms, SavedStep } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { emptyReviewForms, pickForms, type ReviewedChange, type ReviewFormValues } from '#lib/review/forms.ts'
import { whyReviewRequiresSignOff } from '#lib/review/sign-off.ts'
import { changeColumns } from '#server/changes/columns.ts'
import { getChange } from '#server/changes/queries.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { runPrepared } from '#server/platform/db/prepared.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { readAskedChecks } from '#server/policy/checks.ts'
import { changes } from '#server/schema/changes.ts'
import { reviewSteps, reviews } from '#server/schema/reviews.ts'
import { readParticipation } from './parts.ts'

// The shapes of a review:
// - `loadPresentedReview`: as pages show it, with its participants;
// - `presentReview`, and `presentLocked` of a locked review: the same with participants that are read already;
// - `buildForms`: the answers alone, from the stored steps; `pickForms` takes them from a presented review.

export type ReviewRow = typeof reviews.$inferSelect
export type StepRow = typeof reviewSteps.$inferSelect

/**
 * Finds the review of a change, by any spelling of its number; null before it is started. Throws `not_found` for an
 * unknown change.
 */
export async function findReview(ctx: Context, number: string): Promise<Review | null> {
  const change = await getChange(ctx, number)
  const [row] = await runPrepared(ctx.db, 'review of change', { number: change.number }, (query) =>
    query
      .select()
      .from(reviews)
      .where(eq(reviews.changeNumber, sql.placeholder('number'))),
  )
  return row ? loadPresentedReview(ctx.db, row, change) : null
}

/** Returns the review with a reference. Throws `not_found`. */
export async function getReview({ db }: Context, reference: string): Promise<Review> {
  const [found] = await runPrepared(db, 'review', { reference }, (query) =>
    query
      .select({ row: reviews, change: changeColumns })
      .from(reviews)
      .innerJoin(changes, eq(changes.number, reviews.changeNumber))
      .where(eq(reviews.reference, sql.placeholder('reference'))),
  )
  if (!found) throw notFound('review', reference)
  return loadPresentedReview(db, found.row, found.change)
}

export const listStepRows = (db: Queryable, reference: string): Promise<StepRow[]> =>
  runPrepared(db, 'review steps', { reference }, (query) =>
    query
      .select()
      .from(reviewSteps)
      .where(eq(reviewSteps.reference, sql.placeholder('reference'))),
  )

export async function listStepsByReference(
  db: Queryable,
  references: readonly string[],
): Promise<Map<string, StepRow[]>> {
  const rows = await db
    .select()
    .from(reviewSteps)
    .where(inArray(reviewSteps.reference, [...references]))
  return Map.groupBy(rows, ({ reference }) => reference)
}

/** Loads a review as the pages show it, with its participants, and its steps unless they are read already. */
export async function loadPresentedReview(
  db: Queryable,
  row: ReviewRow,
  change: ChangeRecord,
  steps?: readonly StepRow[],
): Promise<Review> {
  const rows = steps ?? (await listStepRows(db, row.reference))
  const asked = await readAskedChecks(db, isLocked(row) ? [] : [change.number])
  const participation = await readParticipation(db, { ...change, reviewer: row.reviewer })
  return presentReview(row, change, rows, participation, asked(change.number))
}

/** Builds the forms of a review. A step without a saved form is filled from its change. */
export const buildForms = (change: ReviewedChange, rows: readonly StepRow[]): ReviewFormValues =>
  pickForms({ steps: buildSteps(change, rows) })

/**
 * Presents a review in the shape of the contract. A step without a saved form is filled from its change, as version 0.
 * Until it is submitted, it also needs a sign-off because of its participants, and asks `checks`.
 */
export function presentReview(
  row: ReviewRow,
  change: ReviewedChange,
  rows: readonly StepRow[],
  participation: Participation,
  checks: Review['checks'] = [],
): Review {
  const review = {
    reference: row.reference,
    change_number: row.changeNumber,
    status: row.status,
    reviewer: row.reviewer,
    reviewer_name: row.reviewerName,
    form_kind: row.form,
    reasons: row.reasons,
    due_on: row.dueOn,
    first_due_on: row.firstDueOn,
    extensions: row.extensions,
    needs_sign_off: row.needsSignOff,
    started_at: row.startedAt,
    submitted_at: row.submittedAt,
    submitted_by: row.submittedBy,
    writers: row.writers,
    took_part: participation,
    implementer: row.implementer,
    second_look_on: row.secondLookOn,
    second_look: row.secondLook,
    waived:
      row.waivedAt === null
        ? null
        : {
            at: row.waivedAt,
            by: row.waivedBy,
            reason: row.waiveReason ?? '',
            requested_by: row.waiverRequest?.by ?? null,
          },
    waiver_requested: row.waivedAt === null ? row.waiverRequest : null,
    returned: row.returned,
    signed_off_at: row.signedOffAt,
    signed_off_by: row.signedOffBy,
    proposed_outcome: row.proposedOutcome,
    checks,
    steps: buildSteps(change, rows),
    completed_at: row.completedAt,
    completed_by: row.completedBy,
    completed_through: row.completedThrough,
    set_through_api: row.setThroughApi,
    completions: row.completions,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
  if (isLocked(review)) return review
  return { ...review, needs_sign_off: whyReviewRequiresSignOff({ review, person: null }) !== null }
}

function buildSteps(change: ReviewedChange, rows: readonly StepRow[]): ReviewForms {
  const empty = emptyReviewForms(change)
  const saved = <Step extends ReviewStep>(step: Step) => {
    const row = rows.find((candidate) => candidate.step === step)
    return row ? presentStep<Step>(row) : { form: empty[step], version: 0, saved_at: null, saved_by: null }
  }
  return {
    plan: saved('plan'),
    risk: saved('risk'),
    incidents: saved('incidents'),
    outcome: saved('outcome'),
    improvements: saved('improvements'),
    lessons: saved('lessons'),
  }
}

/**
 * Presents a stored step in the shape of the contract. Its form was checked by the step's schema before it was stored;
 * questions that were added since are open.
 */
export function presentStep<Step extends ReviewStep>({ step, ...row }: StepRow): SavedStep<Step> {
  const { version, savedAt, savedBy } = row
  return { form: fillForm(step, row.form), version, saved_at: savedAt, saved_by: savedBy } as SavedStep<Step>
}

export const getDrafts = (form: StepRow['form'] | undefined): LessonDraft[] => (form?.drafts ?? []) as LessonDraft[]
