import type { EvidenceKind } from '#lib/contracts/app/audits.ts'
import type { ReviewForm } from '#lib/contracts/app/review-forms.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { outcomeCriteria } from '#lib/review/questions/outcome-criteria.ts'
import { describeCount } from '#lib/text/counted.ts'
import { lowerFirst } from '#lib/text/first-letter.ts'
import { humaniseKey } from '#lib/text/humanise-key.ts'
import { listNumbers, numberKey } from '#lib/text/record-number.ts'
import { formatDay } from '#lib/time/format-time.ts'

export const auditEvidenceLabels: Readonly<Record<EvidenceKind, string>> = {
  plan: 'Plan recorded',
  risk: 'Risk rated',
  approver: 'Approver named',
  implementer: 'Implementer named',
  review: 'Review closed',
  incidents: 'Incidents decided',
  outcome: 'Outcome recorded',
  sign_off: 'Signed off',
  lessons: 'Lessons answered',
}

/** The record of one change, as far as its evidence follows from it. */
export type AuditedRecord = {
  readonly change: Pick<
    ChangeRecord,
    | 'type'
    | 'implementation_plan'
    | 'risk'
    | 'approved_by'
    | 'assigned_to'
    | 'pir_completed'
    | 'pir_reference'
    | 'pir_outcome'
  >
  readonly review:
    | (Pick<Review, 'reference' | 'status' | 'needs_sign_off' | 'signed_off_by' | 'completed_by' | 'implementer'> & {
        /** The day in the time zone of the organisation. */
        readonly completed_on: string | null
        readonly waived_by: string | null
        readonly incidents: ReviewForm<'incidents'> | null
        readonly lessons: ReviewForm<'lessons'> | null
      })
    | null
  /** True if the policy decided that the change needs no review. */
  readonly isExempt: boolean
  /** Numbers of the incidents that name the change. */
  readonly incidents: readonly string[]
}

export type Evidence = { readonly kind: EvidenceKind; readonly isPresent: boolean; readonly text: string }

const either = (kind: EvidenceKind, present: string | false | null, missing: string): Evidence =>
  present ? { kind, isPresent: true, text: present } : { kind, isPresent: false, text: missing }

/** Describes present and missing evidence in sentences. Leaves out evidence that the change does not need. */
export function listEvidence(record: AuditedRecord): readonly Evidence[] {
  const { change, review } = record
  const isReviewed = review !== null && review.status !== 'waived'
  const implementer = review?.implementer ?? change.assigned_to
  // A standard change is approved in advance.
  const needsApprover = change.type !== 'standard' || change.approved_by !== null
  const candidates = [
    either('plan', change.implementation_plan !== null && 'A plan is recorded.', 'No plan is recorded.'),
    either(
      'risk',
      change.risk !== null && `The risk is rated ${lowerFirst(humaniseKey(change.risk))}.`,
      'The risk is not rated.',
    ),
    needsApprover &&
      either('approver', change.approved_by && `${change.approved_by} approved it.`, 'No approver is named.'),
    either('implementer', implementer && `${implementer} implemented it.`, 'No implementer is named.'),
    reviewEvidence(record),
    (isReviewed || record.incidents.length > 0) && incidentEvidence(record),
    (isReviewed || change.pir_completed) &&
      either(
        'outcome',
        change.pir_outcome && `The outcome is ${outcomeCriteria[change.pir_outcome].label}.`,
        'No outcome is recorded.',
      ),
    isReviewed &&
      review.needs_sign_off &&
      either(
        'sign_off',
        review.signed_off_by && `${review.signed_off_by} signed the review off.`,
        'The sign-off that it needs is missing.',
      ),
    isReviewed && lessonEvidence(review.lessons),
  ]
  return candidates.filter((evidence) => evidence !== false)
}

function reviewEvidence({ change, review, isExempt }: AuditedRecord): Evidence {
  if (review?.status === 'completed') {
    const day = review.completed_on === null ? '' : ` on ${formatDay(review.completed_on)}`
    return either('review', `${review.completed_by ?? 'Somebody'} completed ${review.reference}${day}.`, '')
  }
  if (review?.status === 'waived') {
    const by = review.waived_by === null ? 'as the change was cancelled' : `by ${review.waived_by}`
    return either('review', `${review.reference} was waived ${by}.`, '')
  }
  if (review) return either('review', null, `${review.reference} is not completed.`)
  const elsewhere = `It was reviewed elsewhere${change.pir_reference ? `, as ${change.pir_reference}` : ''}.`
  const present = change.pir_completed ? elsewhere : isExempt && 'The policy required no review.'
  return either('review', present, 'It has no review.')
}

function incidentEvidence({ review, incidents }: AuditedRecord): Evidence {
  const { decisions = [], is_none_caused: isNone = false } = review?.incidents ?? {}
  const decided = new Set(decisions.map(({ incident }) => numberKey(incident)))
  const open = incidents.filter((number) => !decided.has(numberKey(number)))
  const confirmed = decisions.filter(({ decision }) => decision === 'confirmed')
  if (open.length > 0)
    return either('incidents', null, `${listNumbers(open)} ${open.length === 1 ? 'is' : 'are'} not decided.`)
  const caused =
    confirmed.length > 0
      ? `It caused ${describeCount(confirmed.length, 'incident')}, says the review.`
      : isNone && 'It caused no incident, says the review.'
  return either('incidents', caused, 'The review does not say whether it caused an incident.')
}

function lessonEvidence(form: ReviewForm<'lessons'> | null): Evidence {
  const published = form?.drafts.filter(({ article_id: article }) => article !== null) ?? []
  const lessonsText =
    published.length > 0
      ? `${describeCount(published.length, 'lesson')} ${published.length === 1 ? 'is' : 'are'} published.`
      : form?.is_none_learned && 'There is no lesson, says the review.'
  return either('lessons', lessonsText ?? null, 'The review names no lesson and does not say that there is none.')
}

/** Counts the records that need evidence of a kind, and those that have it. */
export const countEvidence = (records: readonly (readonly Evidence[])[], kind: EvidenceKind) => {
  const needed = records.flatMap((evidence) => evidence.filter((one) => one.kind === kind))
  return { kind, present: needed.filter(({ isPresent }) => isPresent).length, needed: needed.length }
}
