import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { type Role, roles } from '#lib/contracts/endpoint.ts'

/** A review on its way to its end, its change, and who would take the next step. */
export type SignOffCase = {
  readonly review: Pick<Review, 'status' | 'needs_sign_off' | 'reviewer' | 'submitted_by'>
  readonly change: Pick<ChangeRecord, 'assigned_to'>
  readonly person: { readonly email: string; readonly role: Role }
}

/** Whether its forms can no longer be written, whoever asks: it is handed in or completed. */
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

/**
 * Why this person may not sign the review off; null for who may: a manager or admin who neither reviewed it, nor handed
 * it in, nor carried out the change. Source: product.md, the review, step 7.
 */
export function whyNotSignOff(known: SignOffCase): Refusal | null {
  const { review, change, person } = known
  if (!isManager(person)) return forbidden('A manager signs it off.')
  if (isSame(review.reviewer, person)) return forbidden('You reviewed it: somebody else signs it off.')
  if (isSame(review.submitted_by, person)) return forbidden('You handed it in: somebody else signs it off.')
  if (isSame(change.assigned_to, person)) return forbidden('You carried out the change: somebody else signs it off.')
  return review.status === 'awaiting_sign_off' ? null : conflict('It is not handed in for sign-off.')
}

/** Why this person may not take back a review that waits for sign-off: its reviewer may, and who handed it in. */
export function whyNotWithdraw(known: SignOffCase): Refusal | null {
  if (!isItsReviewer(known)) return forbidden('Only its reviewer, or who handed it in, can take it back.')
  return known.review.status === 'awaiting_sign_off' ? null : conflict('It is not handed in for sign-off.')
}

/** Why this person may not open a completed review again: a manager may, and its reviewer. */
export function whyNotReopen(known: SignOffCase): Refusal | null {
  if (!isManager(known.person) && !isSame(known.review.reviewer, known.person)) {
    return forbidden('Only its reviewer or a manager can open it again.')
  }
  return known.review.status === 'completed' ? null : conflict('It is not completed.')
}
