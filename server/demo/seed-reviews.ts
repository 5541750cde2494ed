import type { ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { reviewSteps as stepNames } from '#lib/contracts/app/review-values.ts'
import { readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import { emptyReviewForms, type ReviewFormValues } from '#lib/domain/review/review-forms.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { assignReference } from '#server/reviews/record/insert-review.ts'
import { reviewSteps, reviews, reviewVersions } from '#server/schema/reviews.ts'
import { demoAccounts } from './accounts.ts'
import { toEvidenceSource } from './build-review-forms.ts'
import { addDays, getWorkdayOnOrBefore, setTime, toIso } from './calendar.ts'
import { buildCompletedReviews, type CompletedReview } from './completed-reviews.ts'
import type { DemoData } from './demo-data.ts'

type ReviewRows = Pick<CompletedReview, 'review' | 'versions'> & { readonly forms: Partial<ReviewFormValues> }
type DemoChange = DemoData['changes'][number]

/**
 * Inserts the completed reviews of the demo and a few that are in progress, in the transaction that inserts the rest.
 * Existing reviews stay as they are. Returns the number of inserted reviews.
 */
export async function seedDemoReviews(tx: Transaction, data: DemoData, now: Date): Promise<number> {
  const inserted = await insertReviews(tx, buildCompletedReviews(data))
  return inserted + (await insertReviews(tx, await buildBegunReviews(tx, data, now)))
}

async function insertReviews(tx: Transaction, rows: readonly ReviewRows[]): Promise<number> {
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

/** Builds reviews of the changes that have waited longest, with the next free references. */
async function buildBegunReviews(tx: Transaction, data: DemoData, now: Date): Promise<ReviewRows[]> {
  const getEnd = ({ actualEnd }: DemoChange) => actualEnd ?? ''
  const waiting = data.changes
    .filter((change) => change.state === 'review' && !change.pirCompleted && getEnd(change))
    .toSorted((one, other) => (getEnd(one) < getEnd(other) ? -1 : 1))
  const reviewers = demoAccounts.filter(({ role }) => role === 'reviewer')
  const startedAt = toIso(setTime(getWorkdayOnOrBefore(addDays(now.getTime(), -1)), '10:20'))
  const rows: ReviewRows[] = []
  for (const [index, steps] of begunSteps.entries()) {
    const change = waiting[index]
    const reviewer = reviewers[index % reviewers.length]
    if (!change || !reviewer || getEnd(change) > startedAt) continue
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
      forms: buildBegunForms(change, steps),
      versions: [],
    })
  }
  return rows
}

function buildBegunForms(change: DemoChange, steps: readonly ReviewStep[]): Partial<ReviewFormValues> {
  const { plan } = emptyReviewForms(toEvidenceSource(change))
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
