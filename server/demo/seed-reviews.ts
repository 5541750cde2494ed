import type { ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { reviewSteps as stepNames } from '#lib/contracts/app/review-values.ts'
import { readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import { emptyReviewForms, type ReviewFormValues } from '#lib/domain/review/review-forms.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { assignReference } from '#server/reviews/record/insert-review.ts'
import { reviewSteps, reviews, reviewVersions } from '#server/schema/reviews.ts'
import { demoAccounts } from './accounts.ts'
import { reviewedChange } from './build-review-forms.ts'
import { addDays, atTime, toIso, workdayOnOrBefore } from './calendar.ts'
import { type CompletedReview, completedReviews } from './completed-reviews.ts'
import type { DemoData } from './demo-data.ts'

type Rows = Pick<CompletedReview, 'review' | 'versions'> & { readonly forms: Partial<ReviewFormValues> }
type Change = DemoData['changes'][number]

/**
 * Inserts the completed reviews of the demo and a few that are in progress, in the transaction that inserts the rest. An
 * existing review stays as it is. Returns the number of inserted reviews.
 */
export async function seedDemoReviews(tx: Transaction, data: DemoData, now: Date): Promise<number> {
  const inserted = await insertReviews(tx, completedReviews(data))
  return inserted + (await insertReviews(tx, await begunReviews(tx, data, now)))
}

async function insertReviews(tx: Transaction, rows: readonly Rows[]): Promise<number> {
  if (rows.length === 0) return 0
  const inserted = await tx
    .insert(reviews)
    .values(rows.map(({ review }) => review))
    .onConflictDoNothing()
    .returning({ reference: reviews.reference })
  const references = new Set(inserted.map(({ reference }) => reference))
  const written = rows.filter(({ review }) => references.has(review.reference))
  const steps = written.flatMap(({ review: { reference, updatedAt, reviewerName }, forms }) =>
    stepNames.flatMap((step) =>
      forms[step]
        ? [{ reference, step, form: forms[step], version: 1, savedAt: updatedAt, savedBy: reviewerName }]
        : [],
    ),
  )
  if (steps.length > 0) await tx.insert(reviewSteps).values(steps).onConflictDoNothing()
  const versions = written.flatMap((row) => row.versions)
  if (versions.length > 0) await tx.insert(reviewVersions).values(versions).onConflictDoNothing()
  return references.size
}

/** The steps that are begun in each review in progress. */
const begunSteps: readonly (readonly ReviewStep[])[] = [['plan', 'risk'], ['plan'], []]

/** Reviews of the changes that have waited longest, with the next free references. */
async function begunReviews(tx: Transaction, data: DemoData, now: Date): Promise<Rows[]> {
  const endOf = ({ actualEnd }: Change) => actualEnd ?? ''
  const waiting = data.changes
    .filter((change) => change.state === 'review' && !change.pirCompleted && endOf(change))
    .toSorted((one, other) => (endOf(one) < endOf(other) ? -1 : 1))
  const reviewers = demoAccounts.filter(({ role }) => role === 'reviewer')
  const startedAt = toIso(atTime(workdayOnOrBefore(addDays(now.getTime(), -1)), '10:20'))
  const rows: Rows[] = []
  for (const [index, steps] of begunSteps.entries()) {
    const change = waiting[index]
    const reviewer = reviewers[index % reviewers.length]
    if (!change || !reviewer || endOf(change) > startedAt) continue
    const reference = await assignReference(tx, Number(startedAt.slice(0, 4)))
    rows.push({
      review: {
        reference,
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
      versions: [],
    })
  }
  return rows
}

function begunForms(change: Change, steps: readonly ReviewStep[]): Partial<ReviewFormValues> {
  const { plan } = emptyReviewForms(reviewedChange(change))
  const planned = readPlanSteps(change.implementationPlan ?? null)
  const done = planned.slice(0, Math.ceil(planned.length / 2))
  const forms: Partial<ReviewFormValues> = {
    plan: {
      ...plan,
      steps: done.map(({ key }) => ({ key, result: 'done', note: '' })),
      is_backout_used: false,
    },
    risk: { verdict: 'right', missed: '' },
  }
  return Object.fromEntries(steps.map((step) => [step, forms[step]]))
}
