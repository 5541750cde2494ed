import type { objectiveAnswers } from '#lib/contracts/app/review-values.ts'
import { type ImplementerRecord, isImplementer } from './implementer.ts'

type Person = { readonly email: string; readonly name?: string | null }

/** Who has a part in the review that a requester is asked about. */
type Parts = {
  readonly requester: string
  readonly askedBy: string
  readonly reviewer: string | null
  readonly implementer: ImplementerRecord
}

const isSame = (one: string, other: string | null) => one.trim().toLowerCase() === other?.trim().toLowerCase()

/** Whether the requester of a question is independent of the review: neither asks nor reviews nor implemented the change. */
export const mayBeAsked = ({ requester, askedBy, reviewer, implementer }: Parts): boolean =>
  !isSame(requester, askedBy) &&
  !isSame(requester, reviewer) &&
  isImplementer({ email: requester }, implementer) !== 'yes'

/**
 * Whether a signed-in person may answer in the name of the requester. Somebody else who has the link may, as without
 * signing in; who asked, reviews or implemented the change never, and where the implementer is in doubt only the requester.
 */
export function mayReply(person: Person, { requester, askedBy, reviewer, implementer }: Parts): boolean {
  if (isSame(person.email, askedBy) || isSame(person.email, reviewer)) return false
  const match = isImplementer(person, implementer)
  return match === 'no' || (match === 'unknown' && isSame(person.email, requester))
}

/** What a requester says of a change that was made for them. */
export const replyLabels: Readonly<Record<(typeof objectiveAnswers)[number], string>> = {
  yes: 'It worked',
  partly: 'It worked in part',
  no: 'It did not work',
}
