import type { ReviewSnapshot } from '#lib/contracts/app/review-snapshot.ts'
import { gatherEvidence } from '#lib/domain/review/outcome-evidence.ts'
import type { ReviewFormValues } from '#lib/domain/review/review-forms.ts'
import { proposeOutcome } from '#lib/domain/review/review-outcome.ts'
import type { reviews, reviewVersions } from '#server/schema/reviews.ts'
import { buildReviewForms, reviewedChange } from './build-review-forms.ts'
import { addBusinessDays, addMinutes, atTime, toDay, toIso } from './calendar.ts'
import type { DemoData, DemoReview } from './demo-data.ts'

type VersionRow = typeof reviewVersions.$inferInsert
type Change = DemoData['changes'][number]

/** A completed review of the demo as rows. */
export type CompletedReview = {
  readonly review: typeof reviews.$inferInsert & { readonly reviewerName: string }
  readonly forms: ReviewFormValues
  readonly versions: readonly VersionRow[]
}

/** Minutes from the start of a review to its completion, and from its submission to the sign-off. */
const minutesTaken = 50
export const minutesToSignOff = 20

const minutesBefore = (at: string, minutes: number) => toIso(addMinutes(Date.parse(at), -minutes))

/** The completed reviews. The first of them that can have been was reopened once, for an incident. */
export function completedReviews(data: DemoData): CompletedReview[] {
  const changes = new Map(data.changes.map((change) => [change.number, change]))
  const known = data.reviews.flatMap((review) => {
    const change = changes.get(review.change)
    return change ? [{ review, change }] : []
  })
  const reopened = known.find(({ review, change }) => firstCompletion(review, change) !== null)
  return known.map((one) => rowsOf(data, one.review, one.change, one === reopened))
}

function rowsOf(data: DemoData, review: DemoReview, change: Change, isReopened: boolean): CompletedReview {
  const { reference, completedAt, reviewer, reviewerName, signerName } = review
  const forms = buildReviewForms(data, review, reviewedChange(change))
  const first = isReopened ? [firstVersion(data, review, change, forms)] : []
  const last = versionRow(data, review, change, { number: first.length + 1, at: completedAt, forms })
  const startedAt = minutesBefore(first[0]?.completedAt ?? completedAt, minutesTaken)
  const signOff = {
    needsSignOff: true,
    submittedAt: minutesBefore(completedAt, minutesToSignOff),
    submittedBy: reviewer,
    signedOffAt: completedAt,
    signedOffBy: signerName,
  }
  return {
    review: {
      reference,
      changeNumber: review.change,
      status: 'completed',
      reviewer,
      reviewerName,
      startedAt,
      completedAt,
      completedBy: last.completedBy,
      completedThrough: 'review',
      completions: last.number,
      proposedOutcome: last.snapshot.proposed_outcome,
      ...(signerName !== null && signOff),
      origin: 'demo',
      createdAt: startedAt,
      updatedAt: completedAt,
    },
    forms,
    versions: [...first, last],
  }
}

/** The version that was completed first, without the last incident. */
function firstVersion(data: DemoData, review: DemoReview, change: Change, forms: ReviewFormValues): VersionRow {
  const late = forms.incidents.decisions.findLast(({ decision }) => decision === 'confirmed')
  const decisions = forms.incidents.decisions.filter((it) => it !== late)
  const isNone = decisions.every(({ decision }) => decision !== 'confirmed')
  const first = { ...forms, incidents: { ...forms.incidents, decisions, is_none_caused: isNone } }
  const { outcome } = proposeOutcome(gatherEvidence(reviewedChange(change), first))
  const row = versionRow(data, review, change, {
    number: 1,
    at: firstCompletion(review, change) ?? review.completedAt,
    forms: { ...first, outcome: { ...forms.outcome, outcome: outcome ?? review.outcome } },
  })
  const reopenReason = `${late?.incident} turned out to be caused by this change as well.`
  return {
    ...row,
    reopenedAt: minutesBefore(review.completedAt, minutesTaken),
    reopenedBy: row.completedBy,
    reopenReason,
  }
}

/** When a review could have been completed before: the day after the change, with an incident left for later. */
function firstCompletion(review: DemoReview, change: Change): string | null {
  if (!change.actualEnd || !review.incidents.some(({ decision }) => decision === 'confirmed')) return null
  const first = atTime(addBusinessDays(Date.parse(change.actualEnd), 1), '14:10')
  return toDay(first) < review.completedAt.slice(0, 10) ? toIso(first) : null
}

type Completed = { readonly number: number; readonly at: string; readonly forms: ReviewFormValues }

function versionRow(data: DemoData, review: DemoReview, change: Change, { number, at, forms }: Completed) {
  const { reference, signerName } = review
  const snapshot: ReviewSnapshot = {
    change: reviewedChange(change),
    forms,
    // Its actions as they were registered.
    improvements: data.improvements
      .filter(({ sourceRef }) => sourceRef === reference)
      .map(({ id, title, owner, targetDate }) => ({ id, title, owner, target_date: targetDate, status: 'open' })),
    proposed_outcome: proposeOutcome(gatherEvidence(reviewedChange(change), forms)).outcome,
    pir_date: at.slice(0, 10),
  }
  return {
    reference,
    number,
    completedAt: at,
    completedBy: signerName ?? review.reviewerName,
    signedOffBy: signerName,
    outcome: forms.outcome.outcome ?? review.outcome,
    snapshot,
  }
}
