import { describe, expect, test } from 'vitest'
import { readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import { emptyReviewForms, type ReviewFormValues } from './forms.ts'
import { listStepProgress } from './progress.ts'
import { fillCleanForms, fitsShortForm, opensInShortForm } from './short-form.ts'

const change = {
  number: 'CHG1',
  implementation_plan: { steps: ['Stop the writers', 'Start the writers'] },
  planned_start: '2026-03-01T01:00:00.000Z',
  planned_end: '2026-03-01T03:00:00.000Z',
  actual_start: '2026-03-01T01:05:00.000Z',
  actual_end: '2026-03-01T02:55:00.000Z',
}
const [first = '', second = ''] = readPlanSteps(change.implementation_plan).map(({ key }) => key)
const empty = emptyReviewForms(change)
const clean = fillCleanForms(change, 'Nothing to add.')

type Changed = { [Step in keyof ReviewFormValues]?: Partial<ReviewFormValues[Step]> }
const changed = (by: Changed): ReviewFormValues =>
  Object.fromEntries(
    Object.entries(clean).map(([step, form]) => [step, { ...form, ...by[step as keyof Changed] }]),
  ) as unknown as ReviewFormValues
const mark = (key: string, result: 'done' | 'skipped' | 'deviated' | null, note = '') => ({ key, result, note })

describe('the short form shows', () => {
  test.each<[string, ReviewFormValues]>([
    ['nothing saved', empty],
    ['a clean change with a remark', clean],
    ['empty marks', changed({ plan: { steps: [mark(first, null)] } })],
    ['every other answer of its own', changed({ plan: { is_any_deviated: true, is_objective_met: 'no' } })],
    [
      'decisions on incidents',
      changed({ incidents: { decisions: [{ incident: 'I', decision: 'rejected', reason: '' }] } }),
    ],
    ['a moment written in another zone', changed({ plan: { actual_start: '2026-03-01T02:05:00+01:00' } })],
  ])('%s', (_, forms) => {
    expect(fitsShortForm(change, forms)).toBe(true)
  })
})

describe('the short form cannot show', () => {
  test.each<[string, Changed]>([
    ['some steps marked', { plan: { steps: [mark(first, 'done')] } }],
    ['a deviation', { plan: { steps: [mark(first, 'done'), mark(second, 'deviated')] } }],
    ['a note on a step', { plan: { steps: [mark(first, 'done', 'Twice.'), mark(second, 'done')] } }],
    ['a mark of a step that the plan lost', { plan: { steps: [mark('gone', 'done'), mark(second, 'done')] } }],
    ['another end of the work', { plan: { actual_end: '2026-03-01T02:56:00.000Z' } }],
    ['no end of the work', { plan: { actual_end: null } }],
    ['whether the backout worked', { plan: { is_backout_used: true, has_backout_worked: true } }],
    ['what the assessment missed', { risk: { missed: 'The disk.' } }],
    ['another window', { incidents: { window_end: '2026-04-01T00:00:00.000Z' } }],
    ['another outcome', { outcome: { outcome: 'failed' } }],
    ['the reasoning', { outcome: { justification: 'So be it.' } }],
    ['notes on the actions', { improvements: { notes: 'Later.' } }],
  ])('%s', (_, by) => {
    expect(fitsShortForm(change, changed(by))).toBe(false)
  })
})

describe('a review opens', () => {
  const review = { form_kind: 'short', status: 'in_progress', returned: null } as const
  const known = { change, review, forms: empty, improvementCount: 0 }
  const returned = {
    kind: 'returned',
    at: '2026-03-10T12:00:00.000Z',
    by: 'Henrike Vos',
    reason: 'Look again.',
  } as const
  test('in the short form if that shows all of it', () => {
    expect(opensInShortForm(known)).toBe(true)
    expect(opensInShortForm({ ...known, review: { ...review, status: 'not_started' } })).toBe(true)
  })
  test.each([
    ['that has the full form', { ...known, review: { ...review, form_kind: 'full' as const } }],
    ['that is submitted', { ...known, review: { ...review, status: 'awaiting_sign_off' as const } }],
    ['that is completed', { ...known, review: { ...review, status: 'completed' as const } }],
    ['that was returned', { ...known, review: { ...review, returned } }],
    ['that has actions', { ...known, improvementCount: 1 }],
    ['with a note', { ...known, forms: changed({ risk: { missed: 'The disk.' } }) }],
  ])('in the full form if it is one %s', (_, values) => {
    expect(opensInShortForm(values)).toBe(false)
  })
})

test.each([
  ['with a plan', change],
  ['without one', { ...change, implementation_plan: null }],
])('the forms of a clean change %s are complete', (_, reviewed) => {
  const forms = fillCleanForms(reviewed, 'Completed in bulk.')
  const progress = listStepProgress({
    change: { ...reviewed, close_code: 'successful', rolled_back_at: null },
    forms,
    improvementCount: 0,
    linkedIncidents: [],
    urgentIncidents: [],
    review: { status: 'in_progress', needs_sign_off: false },
  })
  expect(progress.flatMap(({ missing }) => missing.map(({ text }) => text))).toEqual(['Complete the review.'])
  expect(forms.plan.notes).toBe('Completed in bulk.')
})
