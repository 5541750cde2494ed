import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reviewForms } from '#lib/contracts/app/review-forms.ts'
import { objectiveAnswers, planStepResults, reviewSteps } from '#lib/contracts/app/review-values.ts'
import type { ReviewFormValues } from './forms.ts'
import { listStepProgress } from './progress.ts'
import { fillCleanForms, fitsShortForm, listShortQuestions, opensInShortForm } from './short-form.ts'
import {
  answersOf,
  reviewedChange as change,
  openForms as empty,
  markStep,
  quietReview,
  start,
  stop,
} from './testing-answers.ts'

const clean = fillCleanForms(change, 'Nothing to add.')

type Changed = { [Step in keyof ReviewFormValues]?: Partial<ReviewFormValues[Step]> }
const changed = (by: Changed): ReviewFormValues =>
  Object.fromEntries(
    Object.entries(clean).map(([step, form]) => [step, { ...form, ...by[step as keyof Changed] }]),
  ) as unknown as ReviewFormValues

const rejected = { incident: 'INC1', decision: 'rejected' as const, reason: '' }

describe('the short form shows', () => {
  test.each<[string, ReviewFormValues]>([
    ['nothing saved', empty],
    ['a clean change with a remark', clean],
    ['empty marks', changed({ plan: { steps: [markStep(stop, null)] } })],
    ['every other answer of its own', changed({ plan: { is_any_deviated: true, is_objective_met: 'no' } })],
    ['decisions on incidents', changed({ incidents: { decisions: [rejected] } })],
    ['a moment written in another zone', changed({ plan: { actual_start: '2026-03-01T02:05:00+01:00' } })],
  ])('%s', (_, forms) => {
    expect(fitsShortForm(change, forms)).toBe(true)
  })
})

describe('the short form cannot show', () => {
  test.each<[string, Changed]>([
    ['some steps marked', { plan: { steps: [markStep(stop, 'done')] } }],
    ['a deviation', { plan: { steps: [markStep(stop, 'done'), markStep(start, 'deviated')] } }],
    ['a note on a step', { plan: { steps: [markStep(stop, 'done', 'Twice.'), markStep(start, 'done')] } }],
    ['a mark of a step that the plan lost', { plan: { steps: [markStep('gone', 'done'), markStep(start, 'done')] } }],
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
  const at = '2026-03-10T12:00:00.000Z'
  const returned = { kind: 'returned', at, by: 'Henrike Vos', reason: 'Look again.' } as const
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
    change: { ...reviewed, close_code: 'successful' },
    forms,
    ...quietReview,
  })
  expect(progress.flatMap(({ missing }) => missing.map(({ text }) => text))).toEqual(['Complete the review.'])
  expect(forms.plan.notes).toBe('Completed in bulk.')
})

const questions = listShortQuestions(change)

const answer = (forms: ReviewFormValues, key: string, value: string): ReviewFormValues => {
  const question = questions.find((candidate) => candidate.key === key)
  if (!question) throw new Error(`no question ${key}`)
  return { ...forms, ...question.write(forms, value) }
}
const read = (forms: ReviewFormValues) => Object.fromEntries(questions.map((it) => [it.key, it.read(forms)]))

/** The forms as a page reads them after a reload: through JSON and the schemas of the contract. */
const reload = (forms: ReviewFormValues): ReviewFormValues =>
  Object.fromEntries(
    reviewSteps.map((step) => [step, reviewForms[step].parse(JSON.parse(JSON.stringify(forms[step])))]),
  ) as unknown as ReviewFormValues

const stored: readonly (readonly [key: string, value: string, form: object])[] = [
  ['plan.steps', 'yes', { plan: { ...empty.plan, steps: [markStep(stop, 'done'), markStep(start, 'done')] } }],
  ['plan.steps', 'no', { plan: { ...empty.plan, is_any_deviated: true } }],
  ['plan.is_backout_used', 'no', { plan: { ...empty.plan, is_backout_used: false } }],
  ['plan.is_backout_used', 'yes', { plan: { ...empty.plan, is_backout_used: true } }],
  ['plan.is_objective_met', 'yes', { plan: { ...empty.plan, is_objective_met: 'yes' } }],
  ['plan.is_objective_met', 'partly', { plan: { ...empty.plan, is_objective_met: 'partly' } }],
  ['plan.is_objective_met', 'no', { plan: { ...empty.plan, is_objective_met: 'no' } }],
  ['incidents.is_any_caused', 'no', { incidents: { ...empty.incidents, is_none_caused: true } }],
  ['incidents.is_any_caused', 'yes', { incidents: { ...empty.incidents, is_any_caused: true } }],
  ['risk.verdict', 'right', { risk: { ...empty.risk, verdict: 'right' } }],
  ['risk.verdict', 'too_low', { risk: { ...empty.risk, verdict: 'too_low' } }],
  ['risk.verdict', 'too_high', { risk: { ...empty.risk, verdict: 'too_high' } }],
  ['improvements.is_any_needed', 'no', { improvements: { ...empty.improvements, is_none_needed: true } }],
  ['improvements.is_any_needed', 'yes', { improvements: { ...empty.improvements, is_any_needed: true } }],
  ['lessons.is_any_learned', 'no', { lessons: { ...empty.lessons, is_none_learned: true } }],
  ['lessons.is_any_learned', 'yes', { lessons: { ...empty.lessons, is_any_learned: true } }],
]

describe('an answer and the form that stores it', () => {
  test.each(stored)('%s: %s', (key, value, changed) => {
    const forms = answer(empty, key, value)
    expect(forms).toEqual({ ...empty, ...changed })
    expect(read(reload(forms))).toEqual({ ...read(empty), [key]: value })
  })

  test('every choice of every question is in the table above, and initially nothing is answered', () => {
    const choices = questions.flatMap(({ key, choices }) => choices.map(({ value }) => `${key}: ${value}`))
    expect(choices.toSorted()).toEqual(stored.map(([key, value]) => `${key}: ${value}`).toSorted())
    expect(Object.values(read(empty))).toEqual(questions.map(() => null))
    expect(questions.every(({ choices, clean }) => choices.some(({ value }) => value === clean))).toBe(true)
  })
})

const click = fc.constantFrom(...questions.flatMap(({ key, choices }) => choices.map(({ value }) => ({ key, value }))))
const clicks = fc.array(click, { maxLength: 40 })

test('after any clicks a reload shows the last answers, and the short form can show them', () => {
  fc.assert(
    fc.property(clicks, (sequence) => {
      const forms = reload(sequence.reduce((before, { key, value }) => answer(before, key, value), empty))
      const last = Object.fromEntries(sequence.map(({ key, value }) => [key, value]))
      expect(read(forms)).toEqual({ ...read(empty), ...last })
      expect(fitsShortForm(change, forms)).toBe(true)
    }),
  )
})

const note = fc.oneof(fc.constant(''), fc.string())
const fullForms = fc.record({
  marks: fc.uniqueArray(
    fc.record({
      key: fc.constantFrom(stop, start, 'a step that the plan no longer has'),
      result: fc.constantFrom(...planStepResults, null),
      note,
    }),
    { selector: ({ key }) => key },
  ),
  decisions: fc.uniqueArray(
    fc.record({
      incident: fc.constantFrom('INC1', 'INC2'),
      decision: fc.constantFrom('confirmed' as const, 'rejected' as const),
      reason: note,
    }),
    { selector: ({ incident }) => incident },
  ),
  verdict: fc.constantFrom('right' as const, 'too_low' as const, null),
  objective: fc.constantFrom(...objectiveAnswers, null),
  text: note,
})

test('no click removes a mark, a note, a decision or a text of the full form', () => {
  fc.assert(
    fc.property(fullForms, clicks, ({ marks, decisions, verdict, objective, text }, sequence) => {
      const lesson = { polarity: 'neutral' as const, category: '', tags: [], technologies: [], article_id: null }
      const before: ReviewFormValues = {
        plan: { ...empty.plan, steps: marks, is_objective_met: objective, notes: text, has_backout_worked: false },
        risk: { ...empty.risk, verdict, missed: text },
        incidents: { ...empty.incidents, decisions },
        outcome: answersOf('failed', text),
        improvements: { ...empty.improvements, notes: text },
        lessons: { ...empty.lessons, drafts: [{ key: 'l1', title: text, content: text, ...lesson }] },
      }
      const after = reload(sequence.reduce((forms, { key, value }) => answer(forms, key, value), before))
      const isSaid = ({ result, note: said }: (typeof marks)[number]) => result !== null || said.trim() !== ''
      if (marks.some(isSaid)) expect(after.plan.steps).toEqual(marks)
      expect(after.incidents.decisions).toEqual(decisions)
      expect([after.plan.notes, after.risk.missed, after.improvements.notes]).toEqual([text, text, text])
      expect(after.plan.has_backout_worked).toBe(false)
      expect([after.outcome, after.lessons.drafts]).toEqual([before.outcome, before.lessons.drafts])
    }),
  )
})

test('the short form asks of an emergency whether it was one, and of no other change', () => {
  const asks = (type: 'emergency' | 'normal') =>
    listShortQuestions({ ...change, type }).some(({ key }) => key === 'risk.was_emergency')
  expect([asks('emergency'), asks('normal')]).toEqual([true, false])
})
