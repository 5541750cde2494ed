import type { ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { reviewSteps } from '#lib/contracts/app/review-values.ts'
import type { ReviewSnapshot } from '#lib/contracts/app/review-versions.ts'
import { formatByteSize } from '#lib/text/byte-size.ts'
import { humaniseKey } from '#lib/text/humanise-key.ts'
import { formatDay } from '#lib/time/format-time.ts'
import { type Answer, type AnswerPair, isAnsweredAlike, listAnswers, pairAnswers } from './review-answers.ts'

export type AnswerChange = 'same' | 'changed' | 'added' | 'removed'
export type ComparedStep = {
  readonly step: ReviewStep
  readonly rows: readonly (AnswerPair & { readonly change: AnswerChange })[]
}

type NameOf = (email: string) => string

/** Compares the answers of two versions of a review, by step and question; `mine` is the earlier version. */
export function compareVersions(
  earlier: ReviewSnapshot,
  later: ReviewSnapshot,
  nameOf: NameOf = (email) => email,
): ComparedStep[] {
  return reviewSteps.map((step) => ({
    step,
    rows: pairAnswers(listStepAnswers(earlier, step, nameOf), listStepAnswers(later, step, nameOf))
      .map((pair) => ({ ...pair, change: compareAnswer(pair) }))
      .filter(({ change, mine, theirs }) => change !== 'same' || !(mine?.isIncidental && theirs?.isIncidental)),
  }))
}

export const hasChanged = ({ rows }: ComparedStep): boolean => rows.some(({ change }) => change !== 'same')

function compareAnswer(pair: AnswerPair): AnswerChange {
  if (isAnsweredAlike(pair)) return 'same'
  if (pair.mine === null) return 'added'
  return pair.theirs === null ? 'removed' : 'changed'
}

function listStepAnswers(snapshot: ReviewSnapshot, step: ReviewStep, nameOf: NameOf): Answer[] {
  const { forms, change, improvements, attachments = [] } = snapshot
  const files = attachments.filter((file) => file.step === step).map(toFileAnswer)
  const answers = [...listAnswers(step, forms[step], change), ...files]
  return step === 'improvements'
    ? [...improvements.map((action) => toActionAnswer(action, nameOf)), ...answers]
    : answers
}

const toFileAnswer = ({ id, name, size, sha256 }: NonNullable<ReviewSnapshot['attachments']>[number]) => ({
  key: `file ${id}`,
  question: `File ${name}`,
  answer: { kind: 'text', text: formatByteSize(size) } as const,
  note: `SHA-256 ${sha256}`,
  isUnusual: false,
  isIncidental: false,
})

const toActionAnswer = (
  { id, title, owner, target_date: due, status }: ReviewSnapshot['improvements'][number],
  nameOf: NameOf,
) => ({
  key: `action ${id}`,
  question: title,
  answer: { kind: 'text', text: `${humaniseKey(status)}, due ${formatDay(due)}` } as const,
  note: nameOf(owner),
  isUnusual: false,
  isIncidental: false,
})
