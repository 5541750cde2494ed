import { fillForm, type ReviewForm } from '#lib/contracts/app/review-forms.ts'
import type { ReviewOutcome } from '#lib/contracts/changes.ts'

/** Answers of the step outcome that are complete for an outcome: a new required question is answered here. */
export const answersOf = (
  outcome: ReviewOutcome,
  justification = outcome === 'successful' ? '' : 'All was moved.',
): ReviewForm<'outcome'> => fillForm('outcome', { outcome, justification })
