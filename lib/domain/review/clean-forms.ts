import { emptyReviewForms, type ReviewedChange, type ReviewFormValues } from './review-forms.ts'
import { listShortQuestions } from './short-questions.ts'

/** Fills the forms for the review of a clean change: every question of the short form gets its clean answer. */
export function fillCleanForms(change: ReviewedChange, remark: string): ReviewFormValues {
  let forms = emptyReviewForms(change)
  for (const { clean, write } of listShortQuestions(change)) forms = { ...forms, ...write(forms, clean) }
  return { ...forms, plan: { ...forms.plan, notes: remark }, outcome: { ...forms.outcome, outcome: 'successful' } }
}
