import { fillExample, type ReviewForm } from '#lib/contracts/app/review-forms.ts'
import type { ReviewOutcome } from '#lib/contracts/changes.ts'
import { readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import { emptyReviewForms } from './forms.ts'
import type { EvidenceSource } from './outcome.ts'
import type { ReviewState } from './progress.ts'

/** A change of two steps, carried out within its window. */
export const reviewedChange: EvidenceSource = {
  number: 'CHG1',
  implementation_plan: { steps: ['Stop the writers', 'Start the writers'] },
  planned_start: '2026-03-01T01:00:00.000Z',
  planned_end: '2026-03-01T03:00:00.000Z',
  actual_start: '2026-03-01T01:05:00.000Z',
  actual_end: '2026-03-01T02:55:00.000Z',
  close_code: null,
  rolled_back_at: null,
}
/** The keys of its steps. */
export const [stop = '', start = ''] = readPlanSteps(reviewedChange.implementation_plan).map(({ key }) => key)

/** The forms of its review, in which nothing is answered. */
export const openForms = emptyReviewForms(reviewedChange)

export const markStep = (key: string, result: 'done' | 'skipped' | 'deviated' | null, note = '') => ({
  key,
  result,
  note,
})

/** What nothing else than its forms says of an open review. */
export const quietReview = {
  improvementCount: 0,
  linkedIncidents: [],
  urgentIncidents: [],
  review: { status: 'in_progress', needs_sign_off: false },
} as const satisfies Partial<ReviewState>

type Lesson = ReviewForm<'lessons'>['drafts'][number]

/** A lesson of a review that is not published. */
export const newLesson = (fields: Partial<Lesson> = {}): Lesson => {
  const text = { title: 'Measure first', content: 'On a full copy.', polarity: 'negative' } as const
  return { key: 'lesson-1', ...text, category: '', tags: [], technologies: [], article_id: null, ...fields }
}

/** Answers of the step outcome that are complete for an outcome. */
export const answersOf = (
  outcome: ReviewOutcome,
  justification = outcome === 'successful' ? '' : 'All was moved.',
): ReviewForm<'outcome'> => fillExample('outcome', { outcome, justification })
