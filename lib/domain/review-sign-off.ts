import { isClosedReview } from '#lib/contracts/app/review-values.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { type Role, roles } from '#lib/contracts/endpoint.ts'
import { isImplementer, unresolvedImplementer } from './implementer.ts'

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

const implementerOf = ({ review, change }: Pick<SignOffCase, 'review' | 'change'>) => ({
  assigned_to: change.assigned_to,
  stated: review.implementer,
})

/**
 * Why this person may not complete the review without a sign-off; null when they may. Besides the policy
 * (`needs_sign_off`), nobody completes alone the review of a change that they implemented or may have implemented.
 */
export function whySignOff({ review, change, person }: SignOffCase): string | null {
  const record = implementerOf({ review, change })
  const unresolved = unresolvedImplementer(record)
  if (unresolved !== null) return `The change names “${unresolved}” as its implementer, who is not in the directory.`
  if (mayBeReviewersOwnWork({ review, change })) return 'Its reviewer implemented the change.'
  if (isImplementer(person, record) !== 'no') return 'You implemented the change.'
  return review.needs_sign_off ? 'The policy requires it.' : null
}

/** Whether the reviewer implemented the change or may have; also while nobody is assigned. */
export function mayBeReviewersOwnWork({ review, change }: Pick<SignOffCase, 'review' | 'change'>): boolean {
  const { reviewer: email, reviewer_name: name } = review
  const record = implementerOf({ review, change })
  return unresolvedImplementer(record) !== null || (email !== null && isImplementer({ email, name }, record) === 'yes')
}

/** The name of the implementer in the change that a manager has to identify at sign-off; null when known. */
export const implementerToState = (known: Pick<SignOffCase, 'review' | 'change'>): string | null =>
  unresolvedImplementer(implementerOf(known))

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
  if (isSame(review.reviewer, person)) return forbidden('You reviewed it, so somebody else has to sign it off.')
  if (isSame(review.submitted_by, person)) return forbidden('You submitted it, so somebody else has to sign it off.')
  if (review.writers.some((writer) => isSame(writer, person))) {
    return forbidden('You changed answers in this review, so somebody else has to sign it off.')
  }
  if (isImplementer(person, implementerOf({ review, change })) === 'yes') {
    return forbidden('You implemented the change, so somebody else has to sign it off.')
  }
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
