import type { ReviewForm } from '#lib/contracts/app/review-forms.ts'
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

const yesOrNo = (value: boolean | null): string | null => (value === null ? null : value ? 'Yes' : 'No')

/** Describes the use and result of the backout plan; null while the first question is open. */
export function describeBackout(
  plan: Pick<ReviewForm<'plan'>, 'is_backout_used' | 'has_backout_worked'>,
): string | null {
  const { is_backout_used: isUsed, has_backout_worked: hasWorked } = plan
  if (!isUsed) return yesOrNo(isUsed)
  if (hasWorked === null) return 'Yes; not answered yet whether it worked'
  return hasWorked ? 'Yes, and it worked' : 'Yes, and it did not work'
}
