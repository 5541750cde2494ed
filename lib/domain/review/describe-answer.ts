import { isOpen, type Question } from '#lib/review/question.ts'
import { describeDuration } from '#lib/time/describe-duration.ts'

/** Describes an answer in words; null while it is open. A moment stays ISO 8601. */
export function describeAnswer(question: Question, answer: unknown): string | null {
  if (typeof answer === 'boolean') return yesOrNo(answer)
  if (typeof answer === 'number')
    return question.kind === 'number' ? `${answer.toLocaleString('en')} ${question.unit}` : describeDuration(answer)
  if (typeof answer !== 'string' || isOpen(question, answer)) return null
  return question.kind === 'choice' ? (question.labels[answer] ?? answer) : answer
}

export const yesOrNo = (value: boolean | null): string | null => (value === null ? null : value ? 'Yes' : 'No')
