import type { ReviewStep } from '#lib/contracts/app/review-forms.ts'
import type { ReviewSnapshot } from '#lib/contracts/app/review-snapshot.ts'
import { reviewSteps } from '#lib/contracts/app/review-values.ts'
import { humaniseKey } from './humanise-key.ts'
import { type Answer, type AnswerPair, answersOf, isAnsweredAlike, pairAnswers } from './review-answers.ts'

export type AnswerChange = 'same' | 'changed' | 'added' | 'removed'
export type ComparedStep = {
  readonly step: ReviewStep
  readonly rows: readonly (AnswerPair & { readonly change: AnswerChange })[]
}

/** The answers of two versions of a review, by step and question; `mine` is the earlier version. */
export function compareVersions(earlier: ReviewSnapshot, later: ReviewSnapshot): ComparedStep[] {
  return reviewSteps.map((step) => ({
    step,
    rows: pairAnswers(answersIn(earlier, step), answersIn(later, step))
      .map((pair) => ({ ...pair, change: changeOf(pair) }))
      .filter(({ change, mine, theirs }) => change !== 'same' || !(mine?.isIncidental && theirs?.isIncidental)),
  }))
}

export const hasChanged = ({ rows }: ComparedStep): boolean => rows.some(({ change }) => change !== 'same')

function changeOf(pair: AnswerPair): AnswerChange {
  if (isAnsweredAlike(pair)) return 'same'
  if (pair.mine === null) return 'added'
  return pair.theirs === null ? 'removed' : 'changed'
}

function answersIn({ forms, change, improvements }: ReviewSnapshot, step: ReviewStep): Answer[] {
  const answers = answersOf(step, forms[step], change)
  return step === 'improvements' ? [...improvements.map(answerOfAction), ...answers] : answers
}

const answerOfAction = ({ id, title, owner, target_date: due, status }: ReviewSnapshot['improvements'][number]) => ({
  key: `action ${id}`,
  question: title,
  answer: { kind: 'text', text: `${humaniseKey(status)}, due ${due}` } as const,
  note: owner,
  isUnusual: false,
  isIncidental: false,
})
