import { describe, expect, test } from 'vitest'
import { fillExample, type ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { reviewSteps } from '#lib/contracts/app/review-values.ts'
import { exampleMeasure } from '#lib/contracts/measures.ts'
import type { ReviewFormValues } from './forms.ts'
import type { ProgressStep } from './labels.ts'
import { listStepProgress, type ReviewState } from './progress.ts'
import { listQuestions } from './questions/question.ts'
import { steps } from './questions/steps.ts'
import {
  answersOf,
  reviewedChange as change,
  openForms as empty,
  markStep,
  newLesson,
  quietReview,
  start,
  stop,
} from './testing-answers.ts'

const draft = newLesson({ article_id: 'kb_1' })
const full: ReviewFormValues = {
  plan: fillExample('plan', { ...empty.plan, steps: [markStep(stop, 'done'), markStep(start, 'done')] }),
  risk: fillExample('risk', { verdict: 'right' }),
  incidents: fillExample('incidents', {
    ...empty.incidents,
    decisions: [{ incident: 'INC1', decision: 'rejected', reason: 'Printer' }],
    is_none_caused: true,
  }),
  outcome: answersOf('successful'),
  improvements: fillExample('improvements', { is_none_needed: true }),
  lessons: fillExample('lessons', { drafts: [draft] }),
}
const fullState: ReviewState = {
  ...quietReview,
  change,
  forms: full,
  linkedIncidents: ['INC1'],
}

type ProgressCase = { forms?: { [Step in ReviewStep]?: Partial<ReviewFormValues[Step]> } } & Partial<
  Omit<ReviewState, 'forms'>
>

const createState = ({ forms = {}, ...state }: ProgressCase): ReviewState => ({
  ...fullState,
  ...state,
  forms: {
    plan: { ...full.plan, ...forms.plan },
    risk: { ...full.risk, ...forms.risk },
    incidents: { ...full.incidents, ...forms.incidents },
    outcome: { ...full.outcome, ...forms.outcome },
    improvements: { ...full.improvements, ...forms.improvements },
    lessons: { ...full.lessons, ...forms.lessons },
  },
})
const missing = (step: ProgressStep, state: ReviewState) =>
  listStepProgress(state)
    .find((it) => it.step === step)
    ?.missing.map(({ field, text }) => `${field}: ${text}`)

test('urgent incidents are to be decided while the review is open, and lead to the first that is not', () => {
  const urgent = { ...fullState, urgentIncidents: ['INC1', 'INC2'] }
  expect(listStepProgress(urgent).find(({ step }) => step === 'incidents')?.missing).toMatchObject([{ entry: 'INC2' }])
  const closed = { ...urgent, review: { status: 'completed', needs_sign_off: false } } as const
  expect(listStepProgress(closed).find(({ step }) => step === 'incidents')?.isDone).toBe(true)
})

const always = reviewSteps.flatMap((step) =>
  listQuestions(steps[step]).flatMap(([name, { required, requiredIf, askedIf, empty: open }]) =>
    required === undefined || requiredIf || askedIf ? [] : [{ step, name, required, open }],
  ),
)

test.each(always)('$step.$name is missing while it is open', ({ step, name, required, open }) => {
  expect(missing(step, createState({ forms: { [step]: { [name]: open } } }))).toEqual([`${name}: ${required}`])
})

test('work that went on beyond an abort criterion needs a reason, unless it was backed out', () => {
  const read = { value: 950, taken_at: '2026-03-01T02:00:00.000Z', source: 'Grafana' }
  const measure = { ...exampleMeasure, abort_if: 900, readings: [read] }
  const measured = (forms: ProgressCase['forms'], readings = measure.readings) =>
    missing('plan', createState({ forms: forms ?? {}, change: { ...change, measures: [{ ...measure, readings }] } }))
  expect(measured({})).toEqual(['continued_because: Say why the work was continued.'])
  expect(measured({ plan: { continued_because: 'A load test.' } })).toEqual([])
  expect(measured({ plan: { is_backout_used: true, has_backout_worked: true } })).toEqual([])
  expect(measured({ plan: { actual_end: read.taken_at } })).toEqual([])
  expect(measured({}, [{ ...read, value: 899 }])).toEqual([])
})

/** What the rules and the answers of a review add to it. */
describe('missing items are listed with their field', () => {
  test.for<[ReviewStep, object, string, ProgressCase?]>([
    [
      'plan',
      { steps: [markStep(stop, 'done')] },
      'steps: Mark each step as done, skipped or deviated: 1 of 2 is not marked.',
    ],
    [
      'plan',
      { steps: [markStep(stop, null, 'x'), markStep(start, null)] },
      'steps: Mark each step as done, skipped or deviated: 2 of 2 are not marked.',
    ],
    [
      'plan',
      { steps: [markStep(stop, 'skipped', ' '), markStep(start, 'done')] },
      'steps: Say why “Stop the writers” was skipped.',
    ],
    [
      'plan',
      { steps: [markStep(stop, 'done'), markStep(start, 'deviated')] },
      'steps: Say how “Start the writers” deviated from the plan.',
    ],
    ['plan', { actual_end: '2026-03-01T00:59:59.000Z' }, 'actual_end: The work cannot end before it starts.'],
    ['plan', { is_backout_used: true }, 'has_backout_worked: Say whether the backout worked.'],
    ['plan', { objective: 'Half of it' }, 'objective_source: Name the source of the objective.'],
    ['risk', { verdict: 'too_low' }, 'missed: Say what the assessment missed.'],
    ['incidents', { window_end: '2026-02-01T00:00:00.000Z' }, 'window_end: The window cannot end before it starts.'],
    [
      'incidents',
      {},
      'decisions: Confirm or reject INC2: it names this change.',
      { linkedIncidents: ['INC1', 'INC2'] },
    ],
    [
      'incidents',
      {},
      'decisions: Confirm or reject INC2: urgent, on a service of this change.',
      { urgentIncidents: ['INC2'] },
    ],
    [
      'incidents',
      {},
      'decisions: Confirm or reject INC2, INC3, INC4 and 2 more: urgent, on a service of this change.',
      { urgentIncidents: ['INC1', 'INC2', 'INC3', 'INC4', 'INC5', 'INC6'] },
    ],
    [
      'incidents',
      { decisions: [{ incident: 'INC1', decision: 'rejected', reason: '' }] },
      'decisions: Say why INC1 is unrelated to the change.',
    ],
    [
      'incidents',
      { is_none_caused: false },
      'is_none_caused: Confirm an incident, or say that the change caused none.',
    ],
    [
      'incidents',
      { decisions: [{ incident: 'INC1', decision: 'confirmed', reason: '' }] },
      'is_none_caused: “The change caused no incident” is checked, but an incident is confirmed.',
    ],
    ['outcome', { factors: ['Test', 'No cause found'] }, 'factors: “No cause found” is checked, but others are too.'],
    ['outcome', { effects: ['data', 'nothing'] }, 'effects: “Nothing of these” is checked, but others are too.'],
    [
      'outcome',
      answersOf('failed', ''),
      'justification: Say why the outcome is “Failed” when the evidence suggests “Successful”.',
    ],
    [
      'improvements',
      { is_none_needed: false },
      'is_none_needed: Add an improvement action, or say that none is needed.',
    ],
    [
      'improvements',
      {},
      'is_none_needed: “No action is needed” is checked, but there are actions.',
      { improvementCount: 1 },
    ],
    ['lessons', { drafts: [{ ...draft, article_id: null }] }, 'drafts: Publish or remove “Measure first”.'],
    [
      'lessons',
      { drafts: [{ ...draft, content: ' ', article_id: null, publishes: 'masked' }] },
      'drafts: Publish or remove “Measure first”.',
    ],
    [
      'lessons',
      { drafts: [{ ...draft, title: '', article_id: null }] },
      'drafts: Publish or remove the untitled lesson.',
    ],
    [
      'lessons',
      { drafts: ['a', 'b'].map((key) => ({ ...draft, key, title: ' ', article_id: null })) },
      'drafts: Publish or remove 2 untitled lessons.',
    ],
    ['lessons', { drafts: [] }, 'is_none_learned: Write a lesson, or say that there is none to publish.'],
    [
      'lessons',
      { is_none_learned: true },
      'is_none_learned: “There is nothing to publish” is checked, but there are lessons.',
    ],
  ])('%s: %j', ([step, form, expected, more]) => {
    const state = { forms: { [step]: form }, ...more }
    expect(missing(step, createState(state))).toEqual([expected])
    const signOff = listStepProgress(createState(state)).at(-1)?.missing
    expect(signOff?.find(({ field }) => field === step)?.text).toMatch(/: one thing is missing\.$/)
  })
})

test.each<[string, ProgressCase]>([
  ['another outcome with a justification', { forms: { outcome: answersOf('failed') } }],
  ['an improvement action', { improvementCount: 1, forms: { improvements: { is_none_needed: false } } }],
  ['no lesson, with the box checked', { forms: { lessons: { drafts: [], is_none_learned: true } } }],
  ['an objective with its source', { forms: { plan: { objective: 'Half of it', objective_source: 'Request 7' } } }],
  [
    'an objective of the change itself, whatever was stated before',
    { change: { ...change, objective: 'Half of it' }, forms: { plan: { objective: 'Faster' } } },
  ],
  ['a change without a plan', { change: { ...change, implementation_plan: null }, forms: { plan: { steps: [] } } }],
  [
    'a backout that worked, in part',
    {
      forms: {
        plan: { is_backout_used: true, has_backout_worked: true },
        outcome: answersOf('partially_successful'),
      },
    },
  ],
])('%s is complete', (_, state) => {
  expect(listStepProgress(createState(state)).filter(({ isDone, step }) => !isDone && step !== 'sign_off')).toEqual([])
})

test('an empty review has missing items in every step, with references to their step', () => {
  const steps = listStepProgress({ ...fullState, forms: empty })
  expect(steps.every(({ isDone }) => !isDone)).toBe(true)
  expect(steps[0]?.missing[0]).toMatchObject({ field: 'steps', entry: stop })
  expect(steps[2]?.missing[0]).toMatchObject({ field: 'decisions', entry: 'INC1' })
})

test.each([
  [{ status: 'not_started', needs_sign_off: false }, ['Complete the review.']],
  [{ status: 'in_progress', needs_sign_off: false }, ['Complete the review.']],
  [{ status: 'in_progress', needs_sign_off: true }, ['Submit it for sign-off.']],
  [{ status: 'awaiting_sign_off', needs_sign_off: true }, ['A manager still has to sign it off.']],
  [{ status: 'completed', needs_sign_off: true }, []],
] as const)('the last step of a full review that is %j', (review, expected) => {
  const last = listStepProgress({ ...fullState, review }).at(-1)
  expect(last?.missing.map(({ text }) => text)).toEqual(expected)
})

const confirmed = { decisions: [{ incident: 'INC1', decision: 'confirmed' as const, reason: '' }] }
const overrun = { actual_end: '2026-03-01T03:01:00.000Z' }
const factors = 'factors: Say what contributed to it.'
const course = 'course: Say how it happened.'

test.each([
  ['a clean change', 'successful', {}, []],
  ['a confirmed incident', 'successful', { incidents: confirmed }, [factors]],
  ['a window that is overrun', 'successful', { plan: overrun }, [factors]],
  ['the end of the window', 'successful', { plan: { actual_end: '2026-03-01T03:00:59.000Z' } }, []],
  ['issues', 'successful_with_issues', {}, [factors]],
  ['a part of the objective', 'partially_successful', {}, [factors, course]],
  ['a failure', 'failed', {}, [factors, course]],
] as const)('%s asks for causes: %s', (_, outcome, forms, expected) => {
  const answers = { outcome, justification: 'All was moved.', factors: [], course: '' }
  expect(
    missing('outcome', createState({ forms: { ...forms, outcome: answers } as NonNullable<ProgressCase['forms']> })),
  ).toEqual(expected)
})
