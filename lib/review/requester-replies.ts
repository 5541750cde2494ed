import type { ReplyAnswer, RequesterQuestion } from '#lib/contracts/app/review-discussion.ts'
import { objectiveAnswers, secondLookVerdicts } from '#lib/contracts/app/review-values.ts'
import {
  findImplementerMatch,
  type ImplementerRecord,
  isSameEmail,
  type Person,
} from '#lib/domain/four-eyes/same-person.ts'
import type { EvidenceItem } from './outcome.ts'
import { secondLookLabels } from './second-look.ts'

type ReplyParties = {
  readonly requester: string
  readonly askedBy: string
  readonly reviewer: string | null
  readonly implementer: ImplementerRecord
}

const isPerson = (one: string, other: string | null) => other !== null && isSameEmail(one, other)

/** True if the requester is independent: neither asks, nor reviews, nor implemented the change. */
export const mayBeAsked = ({ requester, askedBy, reviewer, implementer }: ReplyParties): boolean =>
  !isPerson(requester, askedBy) &&
  !isPerson(requester, reviewer) &&
  findImplementerMatch({ email: requester }, implementer) !== 'yes'

/**
 * True if a signed-in person may reply for the requester, as anybody with the link may without signing in. The person
 * who asked, reviews or implemented the change may not. If the implementer is unknown, only the requester may.
 */
export function mayReply(person: Person, { requester, askedBy, reviewer, implementer }: ReplyParties): boolean {
  if (isPerson(person.email, askedBy) || isPerson(person.email, reviewer)) return false
  const match = findImplementerMatch(person, implementer)
  return match === 'no' || (match === 'unknown' && isPerson(person.email, requester))
}

export const replyLabels: Readonly<Record<ReplyAnswer, string>> = {
  ...secondLookLabels,
  yes: 'It worked',
  partly: 'It worked in part',
  no: 'It did not work',
}

type Reply = RequesterQuestion & { readonly answer: NonNullable<RequesterQuestion['answer']> }

/** The answers on offer to a question. */
export const listReplyAnswers = (question: { readonly isSecondLook: boolean }): readonly ReplyAnswer[] =>
  question.isSecondLook ? secondLookVerdicts : objectiveAnswers

/** Returns the answered questions, newest reply first. */
export const listReplies = (questions: readonly RequesterQuestion[]): Reply[] =>
  questions
    .filter((question): question is Reply => question.answer !== null)
    .toSorted((one, other) => Date.parse(other.answered_at ?? '') - Date.parse(one.answered_at ?? ''))

/**
 * Returns the replies of the requester as evidence. They suggest no outcome by themselves: the reviewer weighs them
 * when answering whether the objective was met.
 */
export const toReplyEvidence = (questions: readonly RequesterQuestion[]): EvidenceItem[] =>
  listReplies(questions.filter((question) => !question.is_second_look)).map(({ id, answer, remark }) => ({
    label: 'Requester',
    text: remark ? `${replyLabels[answer]}: “${remark}”` : `${replyLabels[answer]}.`,
    step: null,
    field: 'reply',
    entry: id,
    allows: null,
  }))
