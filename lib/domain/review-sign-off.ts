import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { type Role, roles } from '#lib/contracts/endpoint.ts'
import { isImplementer, unresolvedImplementer } from './implementer.ts'

/** A review on its way to its end, its change, and who would take the next step. */
export type SignOffCase = {
  readonly review: Pick<
    Review,
    'status' | 'needs_sign_off' | 'reviewer' | 'reviewer_name' | 'submitted_by' | 'writers' | 'implementer'
  >
  readonly change: Pick<ChangeRecord, 'assigned_to'>
  readonly person: { readonly email: string; readonly name?: string; readonly role: Role }
}

/** Whether its forms can no longer be written by anyone: it is submitted or completed. */
export const isForReading = ({ status }: Pick<Review, 'status'>): boolean =>
  status === 'awaiting_sign_off' || status === 'completed'

/** Why not: another person may (`forbidden`), or not as the review stands (`conflict`). */
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
 * Why this person may not complete the review without a sign-off; null when one is not needed. Besides the policy, which
 * `needs_sign_off` tells, nobody completes alone the review of what they implemented, or may have implemented.
 */
export function whySignOff({ review, change, person }: SignOffCase): string | null {
  const record = implementerOf({ review, change })
  const unresolved = unresolvedImplementer(record)
  if (unresolved !== null) return `The change names “${unresolved}” as its implementer, who is not in the directory.`
  if (mayBeReviewersOwnWork({ review, change })) return 'Its reviewer implemented the change.'
  if (isImplementer(person, record) !== 'no') return 'You implemented the change.'
  return review.needs_sign_off ? 'The policy asks for it.' : null
}

/** Whether the reviewer implemented the change, or may have, even while nobody is assigned. */
export function mayBeReviewersOwnWork({ review, change }: Pick<SignOffCase, 'review' | 'change'>): boolean {
  const { reviewer: email, reviewer_name: name } = review
  const record = implementerOf({ review, change })
  return unresolvedImplementer(record) !== null || (email !== null && isImplementer({ email, name }, record) === 'yes')
}

/** The text by which the change names its implementer, whom a manager has to identify at sign-off; null when known. */
export const implementerToState = (known: Pick<SignOffCase, 'review' | 'change'>): string | null =>
  unresolvedImplementer(implementerOf(known))

/** Whether this person is one of several who may write the review, but not the one it is assigned to. */
export const isForSomebodyElse = (review: Pick<Review, 'reviewer'>, email: string): boolean =>
  review.reviewer !== null && review.reviewer.toLowerCase() !== email.toLowerCase()

/**
 * Why this person may not sign the review off; null for who may: a manager or admin who neither reviewed it, nor submitted
 * it, nor wrote in it, nor implemented the change. An implementer who is not in the directory refuses nobody here: who
 * signs has to state who it was. Source: product.md, the review, step 7.
 */
export function whyNotSignOff(known: SignOffCase): Refusal | null {
  const { review, change, person } = known
  if (!isManager(person)) return forbidden('A manager signs it off.')
  if (isSame(review.reviewer, person)) return forbidden('You reviewed it: somebody else signs it off.')
  if (isSame(review.submitted_by, person)) return forbidden('You submitted it: somebody else signs it off.')
  if (review.writers.some((writer) => isSame(writer, person))) {
    return forbidden('You changed answers in this review: somebody else signs it off.')
  }
  if (isImplementer(person, implementerOf({ review, change })) === 'yes') {
    return forbidden('You implemented the change: somebody else signs it off.')
  }
  return review.status === 'awaiting_sign_off' ? null : conflict('It does not wait for sign-off.')
}

/** Why this person may not withdraw a review that waits for sign-off: its reviewer may, and who submitted it. */
export function whyNotWithdraw(known: SignOffCase): Refusal | null {
  if (!isItsReviewer(known)) return forbidden('Only its reviewer, or who submitted it, can withdraw it.')
  return known.review.status === 'awaiting_sign_off' ? null : conflict('It does not wait for sign-off.')
}

/** Why this person may not open a completed review again: a manager may, and its reviewer. */
export function whyNotReopen(known: SignOffCase): Refusal | null {
  if (!isManager(known.person) && !isSame(known.review.reviewer, known.person)) {
    return forbidden('Only its reviewer or a manager can open it again.')
  }
  return known.review.status === 'completed' ? null : conflict('It is not completed.')
}
