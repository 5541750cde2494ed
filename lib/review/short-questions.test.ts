import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reviewForms } from '#lib/contracts/app/review-forms.ts'
import { objectiveAnswers, planStepResults, reviewSteps, riskVerdicts } from '#lib/contracts/app/review-values.ts'
import { readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import { emptyReviewForms, type ReviewFormValues } from './forms.ts'
import { fitsShortForm, listShortQuestions } from './short-form.ts'
import { answersOf } from './testing-answers.ts'

const change = {
  number: 'CHG1',
  implementation_plan: { steps: ['Stop the writers', 'Start the writers'] },
  planned_start: '2026-03-01T01:00:00.000Z',
  planned_end: '2026-03-01T03:00:00.000Z',
  actual_start: '2026-03-01T01:05:00.000Z',
  actual_end: '2026-03-01T02:55:00.000Z',
}
const keys = readPlanSteps(change.implementation_plan).map(({ key }) => key)
const questions = listShortQuestions(change)
const empty = emptyReviewForms(change)
const done = keys.map((key) => ({ key, result: 'done', note: '' }))

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

describe('an answer and the form that stores it', () => {
  test.each<[string, string, object]>([
    ['plan.steps', 'yes', { plan: { ...empty.plan, steps: done } }],
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
  ])('%s: %s', (key, value, changed) => {
    const forms = answer(empty, key, value)
    expect(forms).toEqual({ ...empty, ...changed })
    expect(read(reload(forms))).toEqual({ ...read(empty), [key]: value })
  })

  test('every choice of every question is in the table above, and initially nothing is answered', () => {
    expect(questions.flatMap(({ choices }) => choices)).toHaveLength(16)
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
      key: fc.constantFrom(...keys, 'a step that the plan no longer has'),
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
  verdict: fc.constantFrom(...riskVerdicts, null),
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

test('forms saved before these answers existed are read correctly', () => {
  for (const step of reviewSteps) expect(reviewForms[step].parse(empty[step])).toEqual(empty[step])
})
