import type { QuestionKind, ReplyAnswer, RequesterQuestion } from '#lib/contracts/app/review-discussion.ts'
import { objectiveAnswers, secondLookVerdicts } from '#lib/contracts/app/review-values.ts'
import {
  findImplementerMatch,
  type ImplementerRecord,
  isSameEmail,
  type Person,
} from '#lib/domain/four-eyes/same-person.ts'
import type { EvidenceItem } from './outcome.ts'
import { secondLookLabels } from './second-look.ts'
import { toStakeholderEvidence } from './stakeholder-replies.ts'

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

type QuestionWords = { readonly asks: string; readonly does: string; readonly answers: readonly ReplyAnswer[] }

/** What each kind of question asks, what its asker does, and the answers on offer; a stakeholder answers checks. */
export const questionWords: Readonly<Record<QuestionKind, QuestionWords>> = {
  requester: { asks: 'Did it work for you?', does: 'reviews', answers: objectiveAnswers },
  second_look: { asks: 'How is it now?', does: 'looks again at', answers: secondLookVerdicts },
  stakeholder: { asks: 'How was it for you?', does: 'reviews', answers: [] },
}

/** Returns the answered questions, newest reply first. */
export const listReplies = (questions: readonly RequesterQuestion[]): Reply[] =>
  questions
    .filter((question): question is Reply => question.answer !== null)
    .toSorted((one, other) => Date.parse(other.answered_at ?? '') - Date.parse(one.answered_at ?? ''))

/**
 * Returns the replies of the requester and the counted ones of stakeholders as evidence. They suggest no outcome by themselves: the reviewer weighs them
 * when answering whether the objective was met.
 */
export const toReplyEvidence = (questions: readonly RequesterQuestion[]): EvidenceItem[] => [
  ...listReplies(questions.filter(({ kind }) => kind === 'requester')).map(({ id, answer, remark }) => ({
    label: 'Requester',
    text: remark ? `${replyLabels[answer]}: “${remark}”` : `${replyLabels[answer]}.`,
    step: null,
    field: 'reply',
    entry: id,
    allows: null,
  })),
  ...toStakeholderEvidence(questions),
]
