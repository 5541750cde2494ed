import type { ReviewSnapshot } from '#lib/contracts/app/review-versions.ts'
import { gatherEvidence } from '#lib/domain/review/outcome-evidence.ts'
import type { ReviewFormValues } from '#lib/domain/review/review-forms.ts'
import { proposeOutcome } from '#lib/domain/review/review-outcome.ts'
import type { reviews, reviewVersions } from '#server/schema/reviews.ts'
import { buildReviewForms, toEvidenceSource } from './build-review-forms.ts'
import { addBusinessDays, addMinutes, setTime, toDay, toIso } from './calendar.ts'
import type { DemoData, DemoReview } from './demo-data.ts'

type VersionRow = typeof reviewVersions.$inferInsert
type DemoChange = DemoData['changes'][number]

/** The rows of a completed review. */
export type CompletedReview = {
  readonly review: typeof reviews.$inferInsert & { readonly reviewerName: string }
  readonly forms: ReviewFormValues
  readonly versions: readonly VersionRow[]
}

/** Minutes from the start of a review to its completion, and from its submission to the sign-off. */
const minutesTaken = 50
export const minutesToSignOff = 20

const subtractMinutes = (at: string, minutes: number) => toIso(addMinutes(Date.parse(at), -minutes))

/** Builds the completed reviews. The first one for which it is possible was reopened once, because of an incident. */
export function buildCompletedReviews(data: DemoData): CompletedReview[] {
  const changes = new Map(data.changes.map((change) => [change.number, change]))
  const reviewed = data.reviews.flatMap((review) => {
    const change = changes.get(review.change)
    return change ? [{ review, change }] : []
  })
  const reopened = reviewed.find(({ review, change }) => findFirstCompletion(review, change) !== null)
  return reviewed.map((one) => buildRows(data, one.review, one.change, one === reopened))
}

function buildRows(data: DemoData, review: DemoReview, change: DemoChange, isReopened: boolean): CompletedReview {
  const { reference, completedAt, reviewer, reviewerName, signerName } = review
  const forms = buildReviewForms(data, review, toEvidenceSource(change))
  const first = isReopened ? [buildFirstVersion(data, review, change, forms)] : []
  const last = buildVersionRow(data, review, change, { number: first.length + 1, at: completedAt, forms })
  const startedAt = subtractMinutes(first[0]?.completedAt ?? completedAt, minutesTaken)
  const signOff = {
    needsSignOff: true,
    submittedAt: subtractMinutes(completedAt, minutesToSignOff),
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

/** Builds the first completed version, without the last incident. */
function buildFirstVersion(
  data: DemoData,
  review: DemoReview,
  change: DemoChange,
  forms: ReviewFormValues,
): VersionRow {
  const late = forms.incidents.decisions.findLast(({ decision }) => decision === 'confirmed')
  const decisions = forms.incidents.decisions.filter((it) => it !== late)
  const isNone = decisions.every(({ decision }) => decision !== 'confirmed')
  const first = { ...forms, incidents: { ...forms.incidents, decisions, is_none_caused: isNone } }
  const { outcome } = proposeOutcome(gatherEvidence(toEvidenceSource(change), first))
  const row = buildVersionRow(data, review, change, {
    number: 1,
    at: findFirstCompletion(review, change) ?? review.completedAt,
    forms: { ...first, outcome: { ...forms.outcome, outcome: outcome ?? review.outcome } },
  })
  const reopenReason = `${late?.incident} turned out to be caused by this change as well.`
  return {
    ...row,
    reopenedAt: subtractMinutes(review.completedAt, minutesTaken),
    reopenedBy: row.completedBy,
    reopenReason,
  }
}

/**
 * Returns the time at which a review could have been completed earlier: the day after the change, if an incident is
 * left for later; else null.
 */
function findFirstCompletion(review: DemoReview, change: DemoChange): string | null {
  if (!change.actualEnd || !review.incidents.some(({ decision }) => decision === 'confirmed')) return null
  const first = setTime(addBusinessDays(Date.parse(change.actualEnd), 1), '14:10')
  return toDay(first) < review.completedAt.slice(0, 10) ? toIso(first) : null
}

type Completed = { readonly number: number; readonly at: string; readonly forms: ReviewFormValues }

function buildVersionRow(data: DemoData, review: DemoReview, change: DemoChange, { number, at, forms }: Completed) {
  const { reference, signerName } = review
  const snapshot: ReviewSnapshot = {
    change: toEvidenceSource(change),
    forms,
    // The actions as registered.
    improvements: data.improvements
      .filter(({ sourceRef }) => sourceRef === reference)
      .map(({ id, title, owner, targetDate }) => ({ id, title, owner, target_date: targetDate, status: 'open' })),
    proposed_outcome: proposeOutcome(gatherEvidence(toEvidenceSource(change), forms)).outcome,
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
