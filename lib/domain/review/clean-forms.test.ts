import { expect, test } from 'vitest'
import { fillCleanForms } from './clean-forms.ts'
import { listStepProgress } from './review-progress.ts'

const change = {
  number: 'CHG1',
  implementation_plan: { steps: ['Stop the writers', 'Start the writers'] },
  planned_start: '2026-03-01T01:00:00.000Z',
  planned_end: '2026-03-01T03:00:00.000Z',
  actual_start: '2026-03-01T01:05:00.000Z',
  actual_end: '2026-03-01T02:55:00.000Z',
  close_code: 'successful' as const,
  rolled_back_at: null,
}

test.each([
  ['with a plan', change],
  ['without one', { ...change, implementation_plan: null }],
])('the forms of a clean change %s are complete', (_, reviewed) => {
  const forms = fillCleanForms(reviewed, 'Completed in bulk.')
  const progress = listStepProgress({
    change: reviewed,
    forms,
    improvementCount: 0,
    linkedIncidents: [],
    urgentIncidents: [],
    review: { status: 'in_progress', needs_sign_off: false },
  })
  expect(progress.flatMap(({ missing }) => missing.map(({ text }) => text))).toEqual(['Complete the review.'])
  expect(forms.plan.notes).toBe('Completed in bulk.')
})
