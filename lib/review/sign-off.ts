import { isClosedReview, type PartKind } from '#lib/contracts/app/review-values.ts'
import type { Participation, Review } from '#lib/contracts/app/reviews.ts'
import { hasRole, type Role } from '#lib/contracts/endpoint.ts'
import { hasRequested, whyNoWaiver, whyRuledOut, whySignOffRequired } from '#lib/domain/four-eyes/four-eyes.ts'
import { isSameEmail } from '#lib/domain/four-eyes/same-person.ts'

/** A review, and the person who would take the next step. */
export type SignOffCase = {
  readonly review: Pick<
    Review,
    'status' | 'needs_sign_off' | 'reviewer' | 'reviewer_name' | 'submitted_by' | 'implementer' | 'took_part'
  > & { readonly waived?: Review['waived']; readonly waiver_requested?: Review['waiver_requested'] }
  readonly person: { readonly email: string; readonly name?: string; readonly role: Role }
}

/** `forbidden`: another person may; `conflict`: nobody may in the current status of the review. */
export type SignOffRefusal = { readonly code: 'forbidden' | 'conflict'; readonly text: string }

const forbidden = (text: string): SignOffRefusal => ({ code: 'forbidden', text })
const conflict = (text: string): SignOffRefusal => ({ code: 'conflict', text })

const isPerson = (other: string | null, { email }: SignOffCase['person']) => other !== null && isSameEmail(other, email)
const isManager = ({ role }: SignOffCase['person']) => hasRole(role, 'manager')
const isItsReviewer = ({ review, person }: SignOffCase) =>
  isPerson(review.reviewer, person) || isPerson(review.submitted_by, person)

/** Combines the recorded parts with those from the current fields of the review. */
export function collectParts({ took_part: participation, ...review }: SignOffCase['review']): Participation {
  const emails: readonly (readonly [PartKind, string | null])[] = [
    ['implemented', review.implementer],
    ['reviewed', review.reviewer],
    ['submitted', review.submitted_by],
  ]
  const parts = emails.flatMap(([kind, person]) => (person === null ? [] : [{ kind, person }]))
  return { ...participation, parts: [...participation.parts, ...parts] }
}

const getReviewer = ({ reviewer: email, reviewer_name: name }: SignOffCase['review']) =>
  email === null ? null : { email, name }

/**
 * Returns the reason why this person may not complete the review without a sign-off; null if they may. Apart from the
 * policy, nobody completes alone the review of a change that they implemented or may have implemented.
 */
export const whyReviewRequiresSignOff = ({
  review,
  person,
}: Pick<SignOffCase, 'review'> & { readonly person: SignOffCase['person'] | null }): string | null =>
  whySignOffRequired({
    participation: collectParts(review),
    reviewer: getReviewer(review),
    person,
    isRequired: review.needs_sign_off,
  })

/** Returns the names of implementers whom a manager must identify to sign the review off or to waive it. */
export const listImplementersToState = ({ took_part }: Pick<Review, 'took_part'>): readonly string[] =>
  took_part.unstated

/**
 * Returns the reason why this person may not sign the review off; null for a manager or admin who took no part
 * (`excludingParts` in four-eyes.ts). An implementer who is not in the directory excludes nobody: the person who signs
 * off states who it was.
 */
export function whyNotSignOff(signOffCase: SignOffCase): SignOffRefusal | null {
  const { review, person } = signOffCase
  if (!isManager(person)) return forbidden('Only a manager can sign it off.')
  const part = whyRuledOut(person, collectParts(review))
  if (part !== null) return forbidden(`${part}, so somebody else has to sign it off.`)
  return review.status === 'awaiting_sign_off' ? null : conflict('It is not waiting for sign-off.')
}

/** Returns the reason why this person may not withdraw a submitted review; null for its reviewer and its submitter. */
export function whyNotWithdraw(signOffCase: SignOffCase): SignOffRefusal | null {
  if (!isItsReviewer(signOffCase)) return forbidden('Only its reviewer or the person who submitted it can withdraw it.')
  return signOffCase.review.status === 'awaiting_sign_off' ? null : conflict('It is not waiting for sign-off.')
}

/**
 * Returns the reason why this person may not reopen a review. The reviewer and managers may reopen a completed one,
 * only managers a waived one.
 */
export function whyNotReopen(signOffCase: SignOffCase): SignOffRefusal | null {
  const { status, reviewer, waived } = signOffCase.review
  if (status === 'waived' && waived?.by === null) {
    return conflict('Its change was cancelled. It is required again once the change is not.')
  }
  if (status === 'waived') return isManager(signOffCase.person) ? null : forbidden('Only a manager can reopen it.')
  if (!isManager(signOffCase.person) && !isPerson(reviewer, signOffCase.person)) {
    return forbidden('Only its reviewer or a manager can reopen it.')
  }
  return status === 'completed' ? null : conflict('It is not completed.')
}

/** Returns the reason why this person may not take the second look; null for its reviewer and managers. */
export function whyNotTakeSecondLook({ review, person }: SignOffCase): SignOffRefusal | null {
  if (!isManager(person) && !isPerson(review.reviewer, person))
    return forbidden('Only its reviewer or a manager can take the second look.')
  return review.status === 'completed' ? null : conflict('It is not completed.')
}

/**
 * Returns the reason why this person may not extend the due date of a review. Managers may while it is open, but not
 * for their own.
 */
export function whyNotExtend(signOffCase: SignOffCase): SignOffRefusal | null {
  const { review, person } = signOffCase
  if (!isManager(person)) return forbidden('Only a manager can extend it.')
  if (isClosedReview(review.status)) return conflict(`It is ${review.status}.`)
  return isItsReviewer(signOffCase) ? forbidden('It is your review, so somebody else has to extend it.') : null
}

/**
 * Returns the reason why this person may not waive a review. Managers who took no part may while it is open; its
 * reviewer too, as long as no sign-off is required.
 */
export function whyNotWaive({ review, person }: SignOffCase): SignOffRefusal | null {
  if (!isManager(person)) return forbidden('Only a manager can waive it.')
  if (isClosedReview(review.status)) return conflict(`It is ${review.status}.`)
  if (review.waiver_requested) return conflict(`${review.waiver_requested.by} requested a waiver already.`)
  const needsSignOff = whyReviewRequiresSignOff({ review, person }) !== null
  const part = whyNoWaiver(person, collectParts(review), { needsSignOff })
  return part === null ? null : forbidden(`${part}, so somebody else has to waive it.`)
}

/**
 * Returns the reason why this person may not confirm the requested waiver of a review that needs a sign-off; null for
 * another manager who took no part, as long as the requesting manager took none either.
 */
export function whyNotConfirmWaiver({ review, person }: SignOffCase): SignOffRefusal | null {
  const request = review.waiver_requested
  if (!isManager(person)) return forbidden('Only a manager can confirm a waiver.')
  if (!request || isClosedReview(review.status)) return conflict(noRequest)
  if (hasRequested(person, request)) return forbidden('You requested it, so another manager has to confirm it.')
  const participation = collectParts(review)
  const part = whyNoWaiver(person, participation, { needsSignOff: true })
  if (part !== null) return forbidden(`${part}, so somebody else has to confirm its waiver.`)
  if (whyNoWaiver({ email: request.email, name: request.by }, participation, { needsSignOff: true }) === null)
    return null
  return conflict(`${request.by}, who requested the waiver, has taken part since, so it can only be refused.`)
}

/**
 * Returns the reason why this person may not refuse the requested waiver of a review. Managers may, including the one
 * who requested it.
 */
export function whyNotRefuseWaiver({ review, person }: SignOffCase): SignOffRefusal | null {
  if (!isManager(person)) return forbidden('Only a manager can refuse a waiver.')
  return review.waiver_requested && !isClosedReview(review.status) ? null : conflict(noRequest)
}

const noRequest = 'No waiver is requested.'
