import type { ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { reviewSteps as stepNames } from '#lib/contracts/app/review-values.ts'
import { readPlanSteps } from '#lib/domain/plan-steps.ts'
import { emptyReviewForms, type ReviewFormValues } from '#lib/domain/review-forms.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { allotReference } from '#server/reviews/allot-reference.ts'
import { reviewSteps, reviews } from '#server/schema/reviews.ts'
import { demoAccounts } from './accounts.ts'
import { buildReviewForms, reviewedChange } from './build-review-forms.ts'
import { buildVersions, signedAfter, timeTaken } from './build-versions.ts'
import { addDays, addMinutes, atTime, toIso, workdayOnOrBefore } from './calendar.ts'
import type { DemoData } from './demo-data.ts'

type ReviewRow = typeof reviews.$inferInsert
type DemoRow = {
  readonly review: ReviewRow & { readonly reviewerName: string }
  readonly forms: Partial<ReviewFormValues>
  readonly savedAt: string
}
type Change = DemoData['changes'][number]

/**
 * Inserts a review with its forms for every completed one of the demo, and a few that are still being written. Part of
 * the transaction that inserts the rest; a review that is there already stays as it is. Gives how many were inserted.
 */
export async function seedDemoReviews(tx: Transaction, data: DemoData, now: Date): Promise<number> {
  const inserted = await insertReviews(tx, completedReviews(data))
  const begun = await begunReviews(tx, data, now)
  return inserted + (await insertReviews(tx, begun))
}

function completedReviews(data: DemoData): DemoRow[] {
  const names = new Map(data.users.map(({ email, name }) => [email, name]))
  const changes = new Map(data.changes.map((change) => [change.number, change]))
  const built = buildVersions(data)
  return data.reviews.flatMap((review) => {
    const change = changes.get(review.change)
    if (!change) return []
    const reviewerName = names.get(review.reviewer) ?? review.reviewer
    const { completedAt, signedOffBy } = review
    const { versions = [], reopened = null } = built.get(review.reference) ?? {}
    const startedAt = reopened?.startedAt ?? toIso(addMinutes(Date.parse(completedAt), -timeTaken))
    const signed = signedOffBy === null ? null : (names.get(signedOffBy) ?? signedOffBy)
    return [
      {
        review: {
          reference: review.reference,
          changeNumber: review.change,
          status: 'completed',
          reviewer: review.reviewer,
          reviewerName,
          startedAt,
          completedAt,
          completedBy: signed ?? reviewerName,
          completedThrough: 'review',
          completions: versions.length,
          proposedOutcome: versions.at(-1)?.snapshot.proposed_outcome ?? null,
          ...(signed !== null && {
            needsSignOff: true,
            submittedAt: toIso(addMinutes(Date.parse(completedAt), -signedAfter)),
            submittedBy: review.reviewer,
            signedOffAt: completedAt,
            signedOffBy: signed,
          }),
          origin: 'demo',
          createdAt: startedAt,
          updatedAt: completedAt,
        },
        forms: buildReviewForms(data, review, reviewedChange(change)),
        savedAt: completedAt,
      },
    ]
  })
}

/** How far the reviews in progress have come, one entry for each: the steps whose forms are begun. */
const begunSteps: readonly (readonly ReviewStep[])[] = [['plan', 'risk'], ['plan'], []]

/** Reviews of the changes that have waited longest. Their references are allotted as for any other. */
async function begunReviews(tx: Transaction, data: DemoData, now: Date): Promise<DemoRow[]> {
  const waiting = data.changes.filter(
    ({ state, pirCompleted, actualEnd }) => state === 'review' && !pirCompleted && actualEnd,
  )
  const oldest = waiting.toSorted((one, other) => ((one.actualEnd ?? '') < (other.actualEnd ?? '') ? -1 : 1))
  const reviewers = demoAccounts.filter(({ role }) => role === 'reviewer')
  const startedAt = toIso(atTime(workdayOnOrBefore(addDays(now.getTime(), -1)), '10:20'))
  const rows: DemoRow[] = []
  for (const [index, steps] of begunSteps.entries()) {
    const [change, reviewer] = [oldest[index], reviewers[index % reviewers.length]]
    if (!change || !reviewer || (change.actualEnd ?? '') > startedAt) continue
    rows.push({
      review: {
        reference: await allotReference(tx, Number(startedAt.slice(0, 4))),
        changeNumber: change.number,
        status: 'in_progress',
        reviewer: reviewer.email,
        reviewerName: reviewer.name,
        startedAt,
        origin: 'demo',
        createdAt: startedAt,
        updatedAt: startedAt,
      },
      forms: begunForms(change, steps),
      savedAt: startedAt,
    })
  }
  return rows
}

function begunForms(change: Change, steps: readonly ReviewStep[]): Partial<ReviewFormValues> {
  const { plan } = emptyReviewForms(reviewedChange(change))
  const marks = readPlanSteps(change.implementationPlan ?? null).map(({ key }) => ({
    key,
    result: 'done' as const,
    note: '',
  }))
  const forms: Partial<ReviewFormValues> = {
    plan: { ...plan, steps: marks.slice(0, Math.ceil(marks.length / 2)), is_backout_used: false },
    risk: { verdict: 'right', missed: '' },
  }
  return Object.fromEntries(steps.map((step) => [step, forms[step]]))
}

async function insertReviews(tx: Transaction, rows: readonly DemoRow[]): Promise<number> {
  if (rows.length === 0) return 0
  const inserted = await tx
    .insert(reviews)
    .values(rows.map(({ review }) => review))
    .onConflictDoNothing()
    .returning({ reference: reviews.reference })
  const references = new Set(inserted.map(({ reference }) => reference))
  const steps = rows.filter(({ review }) => references.has(review.reference)).flatMap(stepRows)
  if (steps.length > 0) await tx.insert(reviewSteps).values(steps).onConflictDoNothing()
  return references.size
}

function stepRows({ review, forms, savedAt }: DemoRow): (typeof reviewSteps.$inferInsert)[] {
  return stepNames.flatMap((step) => {
    const form = forms[step]
    return form ? [{ reference: review.reference, step, form, version: 1, savedAt, savedBy: review.reviewerName }] : []
  })
}
