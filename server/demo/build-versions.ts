import type { ReviewSnapshot } from '#lib/contracts/app/review-snapshot.ts'
import { gatherEvidence } from '#lib/domain/outcome-evidence.ts'
import type { ReviewFormValues } from '#lib/domain/review-forms.ts'
import { proposeOutcome } from '#lib/domain/review-outcome.ts'
import type { reviews, reviewVersions } from '#server/schema/reviews.ts'
import { buildReviewForms, reviewedChange } from './build-review-forms.ts'
import { addBusinessDays, addMinutes, atTime, toDay, toIso } from './calendar.ts'
import type { DemoData, DemoReview } from './demo-data.ts'

type VersionRow = typeof reviewVersions.$inferInsert
type Change = DemoData['changes'][number]
/** What a review that was reopened says of itself beyond its last version. */
type Reopened = Pick<typeof reviews.$inferInsert, 'startedAt' | 'completions'>
type Versions = { readonly versions: readonly VersionRow[]; readonly reopened: Reopened | null }

/** Minutes from the first answer of a review of the demo to its completion, and from its last to the sign-off. */
export const timeTaken = 50
/** Minutes before its completion that a review was handed in, where another signed it off. */
export const signedAfter = 20

/** The versions of the completed reviews of the demo, by reference. One review was reopened for an incident. */
export function buildVersions(data: DemoData): Map<string, Versions> {
  const changes = new Map(data.changes.map((change) => [change.number, change]))
  const known = data.reviews.flatMap((review) => {
    const change = changes.get(review.change)
    return change ? [{ review, change }] : []
  })
  const again = known.find(({ review, change }) => firstCompletion(review, change) !== null)
  return new Map(
    known.map((one) => [
      one.review.reference,
      one === again ? reopenedOnce(data, one.review, one.change) : completedOnce(data, one.review, one.change),
    ]),
  )
}

function completedOnce(data: DemoData, review: DemoReview, change: Change): Versions {
  const forms = buildReviewForms(data, review, reviewedChange(change))
  return { versions: [versionRow(data, review, change, { number: 1, at: review.completedAt, forms })], reopened: null }
}

/** First it was completed without its last incident. */
function reopenedOnce(data: DemoData, review: DemoReview, change: Change): Versions {
  const forms = buildReviewForms(data, review, reviewedChange(change))
  const late = forms.incidents.decisions.findLast(({ decision }) => decision === 'confirmed')
  const decisions = forms.incidents.decisions.filter((it) => it !== late)
  const isNone = decisions.every(({ decision }) => decision !== 'confirmed')
  const firstForms = { ...forms, incidents: { ...forms.incidents, decisions, is_none_caused: isNone } }
  const { outcome } = proposeOutcome(gatherEvidence(reviewedChange(change), firstForms))
  const firstAt = firstCompletion(review, change) ?? review.completedAt
  const first = versionRow(data, review, change, {
    number: 1,
    at: firstAt,
    forms: { ...firstForms, outcome: { ...forms.outcome, outcome: outcome ?? review.outcome } },
  })
  return {
    versions: [
      {
        ...first,
        reopenedAt: toIso(addMinutes(Date.parse(review.completedAt), -timeTaken)),
        reopenedBy: signerOf(data, review) ?? nameOf(data, review.reviewer),
        reopenReason: `${late?.incident} turned out to be caused by this change as well.`,
      },
      versionRow(data, review, change, { number: 2, at: review.completedAt, forms }),
    ],
    reopened: { startedAt: toIso(addMinutes(Date.parse(firstAt), -timeTaken)), completions: 2 },
  }
}

/** When a review could have been completed before: the day after the change, where an incident was left for later. */
function firstCompletion(review: DemoReview, change: Change): string | null {
  if (!change.actualEnd || !review.incidents.some(({ decision }) => decision === 'confirmed')) return null
  const first = atTime(addBusinessDays(Date.parse(change.actualEnd), 1), '14:10')
  return toDay(first) < review.completedAt.slice(0, 10) ? toIso(first) : null
}

type Completed = { readonly number: number; readonly at: string; readonly forms: ReviewFormValues }

function versionRow(data: DemoData, review: DemoReview, change: Change, { number, at, forms }: Completed): VersionRow {
  const signedOffBy = signerOf(data, review)
  return {
    reference: review.reference,
    number,
    completedAt: at,
    completedBy: signedOffBy ?? nameOf(data, review.reviewer),
    signedOffBy,
    outcome: forms.outcome.outcome ?? review.outcome,
    snapshot: {
      change: reviewedChange(change),
      forms,
      improvements: actionsOf(data, review),
      proposed_outcome: proposeOutcome(gatherEvidence(reviewedChange(change), forms)).outcome,
      pir_date: at.slice(0, 10),
    },
  }
}

/** Its actions as they stood then: just registered. */
const actionsOf = ({ improvements }: DemoData, { reference }: DemoReview): ReviewSnapshot['improvements'] =>
  improvements
    .filter(({ sourceRef }) => sourceRef === reference)
    .map(({ id, title, owner, targetDate }) => ({ id, title, owner, target_date: targetDate, status: 'open' }))

const nameOf = ({ users }: DemoData, email: string) => users.find((user) => user.email === email)?.name ?? email

const signerOf = (data: DemoData, { signedOffBy }: DemoReview) => signedOffBy && nameOf(data, signedOffBy)
