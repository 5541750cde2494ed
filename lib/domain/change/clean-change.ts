import type { QueueEntry } from '#lib/contracts/app/queue.ts'
import type { ReviewForm } from '#lib/contracts/app/review-forms.ts'
import { isClosedReview } from '#lib/contracts/app/review-values.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { describeVerdict, findAbort, judge, type Verdict } from '#lib/domain/measures/measures.ts'
import { listRecordFaults, type RecordedFacts } from '#lib/domain/policy/review-policy.ts'
import { listNumbers } from '#lib/text/record-number.ts'

/** The incidents around a change, and the decisions of its review about them. */
export type IncidentCheck = {
  /** Numbers of the incidents that name the change. */
  readonly linkedIncidents: readonly string[]
  /** Numbers of critical and high incidents on its services in the window that name no change. */
  readonly urgentIncidents: readonly string[]
  readonly decisions: ReviewForm<'incidents'>['decisions']
}

export type CleanCheck = IncidentCheck & {
  readonly change: RecordedFacts &
    Pick<ChangeRecord, 'affected_services' | 'planned_start' | 'actual_start' | 'pir_completed' | 'measures'>
  readonly review: Pick<QueueEntry, 'review_status' | 'form_kind' | 'needs_sign_off'> & {
    /** True if a step has been saved. */
    readonly isBegun: boolean
  }
  /** True if the person who would complete the review implemented the change. */
  readonly isOwnWork: boolean
  /** True if an assistant proposed answers that nobody has decided on. */
  readonly hasProposals: boolean
}

/**
 * Lists the reasons against completing a review in bulk; empty for a clean change. Only reviews to which the policy
 * gave the short form can be completed in bulk. Urgent incidents count without a link, because link fields are nearly
 * always empty.
 */
export function whyNotClean(check: CleanCheck): string[] {
  const { review } = check
  if (review.review_status === 'none') return ['No review is due.']
  if (isClosedReview(review.review_status)) return [`It is ${review.review_status}.`]
  if (review.review_status === 'awaiting_sign_off') return ['The review is waiting for sign-off.']
  return [
    ...when(review.form_kind !== 'short', 'It needs the full form.'),
    ...when(review.needs_sign_off, 'It needs a sign-off.'),
    ...when(review.isBegun, 'Its form has already been started.'),
    ...listVerdicts(check.change, 'not_measured'),
    ...when(check.change.affected_services.length === 0, 'It names no service, so its incidents were not searched.'),
    ...whyNotShort(check),
  ]
}

/**
 * Lists the reasons against completing a review as successful in the short form; they also prevent a bulk completion.
 */
export const whyNotShort = (check: CleanCheck): string[] => [...listChangeFaults(check), ...listIncidentFaults(check)]

/** Lists the faults of the change, and of the person who would complete its review. */
export function listChangeFaults({
  change,
  isOwnWork,
  hasProposals,
}: Pick<CleanCheck, 'change' | 'isOwnWork' | 'hasProposals'>): string[] {
  return [
    ...when(isOwnWork, 'You implemented the change.'),
    ...when(change.pir_completed, 'The change was reviewed elsewhere.'),
    ...when(hasProposals, 'An assistant proposed answers that nobody has decided on.'),
    ...listRecordFaults(change),
    ...listVerdicts(change, 'not_met', 'worse'),
    ...change.measures.flatMap((one) =>
      when(findAbort(one, change) !== undefined, `${one.name} met its abort criterion.`),
    ),
  ]
}

const listVerdicts = (change: CleanCheck['change'], ...wanted: readonly Verdict[]): string[] =>
  change.measures.flatMap((one) =>
    when(wanted.includes(judge(one, change)), `${one.name}: ${describeVerdict(one, change)}.`),
  )

/** Describes incidents that are confirmed, and linked or urgent ones that are not rejected with a reason. */
export function listIncidentFaults({ linkedIncidents, urgentIncidents, decisions }: IncidentCheck): string[] {
  const confirmed = decisions.filter(({ decision }) => decision === 'confirmed').map(({ incident }) => incident)
  const decided = new Set([
    ...confirmed,
    ...decisions.filter(({ reason }) => reason.trim() !== '').map(({ incident }) => incident),
  ])
  const [linked, urgent] = [linkedIncidents, urgentIncidents].map((numbers) =>
    numbers.filter((number) => !decided.has(number)),
  ) as [string[], string[]]
  return [
    ...when(linked.length > 0, `${listNumbers(linked)} ${linked.length > 1 ? 'name' : 'names'} it.`),
    ...when(urgent.length > 0, `Urgent incidents on its services soon after: ${listNumbers(urgent)}.`),
    ...when(confirmed.length > 0, `It caused ${listNumbers(confirmed)}.`),
  ]
}

const when = (condition: boolean, text: string) => (condition ? [text] : [])
