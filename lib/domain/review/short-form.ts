import type { ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { isLocked, reviewSteps } from '#lib/contracts/app/review-values.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import { type Answers, isOpen, listQuestions, type Question } from '#lib/review/question.ts'
import { steps } from '#lib/review/steps.ts'
import { emptyReviewForms, type ReviewedChange, type ReviewFormValues } from './review-forms.ts'
import { isMarked, listShortQuestions } from './short-questions.ts'

type ShortFormCase = {
  readonly change: ReviewedChange
  readonly review: Pick<Review, 'form_kind' | 'status' | 'returned'>
  readonly forms: ReviewFormValues
  /** Improvement actions of the review, without cancelled ones. */
  readonly improvementCount: number
}

/**
 * True if an open review opens in the short form: the policy allows it, it was not returned, and the form can show all
 * answers.
 */
export function opensInShortForm({ change, review, forms, improvementCount }: ShortFormCase): boolean {
  return (
    review.form_kind === 'short' &&
    !isLocked(review) &&
    review.returned === null &&
    improvementCount === 0 &&
    fitsShortForm(change, forms)
  )
}

/** True if the short form can show all answers of the review. */
export function fitsShortForm(change: ReviewedChange, forms: ReviewFormValues): boolean {
  const usual = emptyReviewForms(change)
  return (
    hasShortMarks(change, forms.plan) &&
    reviewSteps.every((step) => {
      const answers: Answers = forms[step]
      const usualAnswers: Answers = usual[step]
      return listQuestions(steps[step]).every(
        ([name, question]) =>
          isInShortForm(step, question, answers[name]) || isSame(question, answers[name], usualAnswers[name]),
      )
    })
  )
}

/** True for a question of the short form, and for an answer that completing it implies. */
function isInShortForm(step: ReviewStep, question: Question, answer: unknown): boolean {
  switch (question.kind) {
    case 'entries':
      return question.isInShortForm === true
    case 'short_yes':
      return true
    case 'flag':
      return listQuestions(steps[step]).some(([, other]) => other.kind === 'short_yes' && other.none === question)
    case 'text':
      return question.shortLabel !== undefined
    case 'choice':
    case 'yes_no':
      return question.short !== undefined && (!question.short.isImplied || answer === question.short.clean)
    default:
      return false
  }
}

const isSame = (question: Question, answer: unknown, usual: unknown): boolean =>
  answer === usual ||
  (isOpen(question, answer) && isOpen(question, usual)) ||
  (typeof answer === 'string' && typeof usual === 'string' && Date.parse(answer) === Date.parse(usual))

/** Returns the answers that completing the short form implies, such as the outcome. */
export const listImpliedAnswers = (step: ReviewStep): Answers =>
  Object.fromEntries(
    listQuestions(steps[step]).flatMap(([name, question]) =>
      'short' in question && question.short?.isImplied ? [[name, question.short.clean]] : [],
    ),
  )

/** Fills the forms for the review of a clean change: every question of the short form gets its clean answer. */
export function fillCleanForms(change: ReviewedChange, remark: string): ReviewFormValues {
  let forms = emptyReviewForms(change)
  for (const { clean, write } of listShortQuestions(change)) forms = { ...forms, ...write(forms, clean) }
  for (const step of reviewSteps) forms = { ...forms, [step]: { ...forms[step], ...listImpliedAnswers(step) } }
  return { ...forms, plan: { ...forms.plan, notes: remark } }
}

/** True without any mark, or if every step is marked as done without a note. */
function hasShortMarks(change: ReviewedChange, { steps }: ReviewFormValues['plan']): boolean {
  const marks = steps.filter(isMarked)
  if (marks.length === 0) return true
  const keys = new Set(readPlanSteps(change.implementation_plan).map(({ key }) => key))
  return (
    marks.length === keys.size &&
    marks.every(({ key, result, note }) => keys.has(key) && result === 'done' && isBlank(note))
  )
}

const isBlank = (text: string) => text.trim() === ''
