import { isClosedReview } from '#lib/contracts/app/review-values.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { type Role, roles } from '#lib/contracts/endpoint.ts'
import { type Part, type TookPart, whyRuledOut, whySignature } from './four-eyes.ts'
import { isResolved, unresolvedImplementer } from './implementer.ts'

/** A review, its change, and the person who would take the next step. */
export type SignOffCase = {
  readonly review: Pick<
    Review,
    'status' | 'needs_sign_off' | 'reviewer' | 'reviewer_name' | 'submitted_by' | 'writers' | 'implementer'
  > & { readonly waived?: Review['waived'] }
  readonly change: Pick<ChangeRecord, 'assigned_to'>
  readonly person: { readonly email: string; readonly name?: string; readonly role: Role }
}

/** Whether nobody can edit the forms, because the review is submitted, completed or waived. */
export const isLocked = ({ status }: Pick<Review, 'status'>): boolean =>
  status === 'awaiting_sign_off' || isClosedReview(status)

/** `forbidden`: another person may; `conflict`: nobody may in the current status of the review. */
export type Refusal = { readonly code: 'forbidden' | 'conflict'; readonly text: string }

const forbidden = (text: string): Refusal => ({ code: 'forbidden', text })
const conflict = (text: string): Refusal => ({ code: 'conflict', text })

const isSame = (address: string | null, { email }: SignOffCase['person']) =>
  address !== null && address.toLowerCase() === email.toLowerCase()
const isManager = ({ role }: SignOffCase['person']) => roles.indexOf(role) >= roles.indexOf('manager')
const isItsReviewer = ({ review, person }: SignOffCase) =>
  isSame(review.reviewer, person) || isSame(review.submitted_by, person)

/** Who took part, by the current fields of review and change. */
function tookPart({ review, change }: Pick<SignOffCase, 'review' | 'change'>): TookPart {
  const { assigned_to: named } = change
  const unresolved = named === null || isResolved(named) ? [] : [named]
  const addresses: readonly (readonly [Part['kind'], string | null])[] = [
    ['implemented', unresolved.length > 0 ? null : named],
    ['implemented', review.implementer],
    ['reviewed', review.reviewer],
    ['submitted', review.submitted_by],
    ...review.writers.map((writer) => ['wrote', writer] as const),
  ]
  const parts = addresses.flatMap(([kind, person]) => (person === null ? [] : [{ kind, person }]))
  return { parts, unresolved, unstated: review.implementer === null ? unresolved : [] }
}

const reviewerOf = ({ reviewer: email, reviewer_name: name }: SignOffCase['review']) =>
  email === null ? null : { email, name }

/**
 * Why this person may not complete the review without a sign-off; null when they may. Besides the policy
 * (`needs_sign_off`), nobody completes alone the review of a change that they implemented or may have implemented.
 */
export const whySignOff = ({ review, change, person }: SignOffCase): string | null =>
  whySignature({
    took: tookPart({ review, change }),
    reviewer: reviewerOf(review),
    person,
    isAsked: review.needs_sign_off,
  })

/** Whether the reviewer implemented the change or may have; also while nobody is assigned. */
export const mayBeReviewersOwnWork = ({ review, change }: Pick<SignOffCase, 'review' | 'change'>): boolean =>
  whySignature({ took: tookPart({ review, change }), reviewer: reviewerOf(review), person: null, isAsked: false }) !==
  null

/** The name of the implementer in the change that a manager has to identify at sign-off; null when known. */
export const implementerToState = (known: Pick<SignOffCase, 'review' | 'change'>): string | null =>
  unresolvedImplementer({ assigned_to: known.change.assigned_to, stated: known.review.implementer })

/** Whether the review is assigned to another person. */
export const isAssignedToAnother = (review: Pick<Review, 'reviewer'>, email: string): boolean =>
  review.reviewer !== null && review.reviewer.toLowerCase() !== email.toLowerCase()

/**
 * Why this person may not sign the review off; null for a manager or admin who neither reviewed, submitted nor edited it,
 * nor implemented the change. An implementer who is not in the directory rules out nobody here: the person who signs off
 * has to state who it was.
 */
export function whyNotSignOff(known: SignOffCase): Refusal | null {
  const { review, change, person } = known
  if (!isManager(person)) return forbidden('Only a manager can sign it off.')
  const part = whyRuledOut(person, tookPart({ review, change }))
  if (part !== null) return forbidden(`${part}, so somebody else has to sign it off.`)
  return review.status === 'awaiting_sign_off' ? null : conflict('It is not waiting for sign-off.')
}

/** Why this person may not withdraw a submitted review; its reviewer and the person who submitted it may. */
export function whyNotWithdraw(known: SignOffCase): Refusal | null {
  if (!isItsReviewer(known)) return forbidden('Only its reviewer or the person who submitted it can withdraw it.')
  return known.review.status === 'awaiting_sign_off' ? null : conflict('It is not waiting for sign-off.')
}

/** Why this person may not reopen a review: a completed one its reviewer and managers may, a waived one managers. */
export function whyNotReopen(known: SignOffCase): Refusal | null {
  const { status, reviewer, waived } = known.review
  if (status === 'waived' && waived?.by === null) {
    return conflict('Its change was canceled. It is required again once the change is not.')
  }
  if (status === 'waived') return isManager(known.person) ? null : forbidden('Only a manager can reopen it.')
  if (!isManager(known.person) && !isSame(reviewer, known.person)) {
    return forbidden('Only its reviewer or a manager can reopen it.')
  }
  return status === 'completed' ? null : conflict('It is not completed.')
}

/** Why this person may not waive a review; managers may while it is open. */
export function whyNotWaive({ review, person }: SignOffCase): Refusal | null {
  if (!isManager(person)) return forbidden('Only a manager can waive it.')
  return isClosedReview(review.status) ? conflict(`It is ${review.status}.`) : null
}
