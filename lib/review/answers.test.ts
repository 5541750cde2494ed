import { expect, test } from 'vitest'
import { readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import { listAnswers, listDifferingAnswers } from './answers.ts'
import { emptyReviewForms } from './forms.ts'
import { answersOf } from './testing-answers.ts'

const change = {
  number: 'CHG0000042',
  implementation_plan: { steps: ['Stop the writers', 'Start the writers'] },
  planned_start: '2026-03-01T01:00:00.000Z',
  planned_end: '2026-03-01T03:00:00.000Z',
  actual_start: '2026-03-01T01:05:00.000Z',
  actual_end: null,
}
const forms = emptyReviewForms(change)
const [first] = readPlanSteps(change.implementation_plan)
const inWords = (answers: ReturnType<typeof listAnswers>) =>
  answers.map(({ question, answer, note }) => [question, answer?.text ?? null, note])

test('the plan lists its steps in order, then the questions; the one about the backout only if it was used', () => {
  const steps = [{ key: first?.key ?? '', result: 'skipped' as const, note: 'No time.' }]
  expect(inWords(listAnswers('plan', { ...forms.plan, steps, is_objective_met: 'partly' }, change))).toEqual([
    ['1. Stop the writers', 'Skipped', 'No time.'],
    ['2. Start the writers', null, ''],
    ['Work started', '2026-03-01T01:05:00.000Z', ''],
    ['Work ended', null, ''],
    ['Was the backout plan used?', null, ''],
    ['Was the objective of the change met?', 'Partly', ''],
    ['Notes', null, ''],
  ])
  const used = listAnswers('plan', { ...forms.plan, is_backout_used: true, has_backout_worked: false }, change)
  expect(inWords(used)).toContainEqual(['Did the backout work?', 'No', ''])
})

test('decisions, outcome, actions and lessons are described in words', () => {
  const decisions = [
    { incident: 'INC2', decision: 'rejected' as const, reason: 'A broken disk.' },
    { incident: 'INC1', decision: 'confirmed' as const, reason: '' },
  ]
  expect(inWords(listAnswers('incidents', { ...forms.incidents, decisions }, change)).slice(2)).toEqual([
    ['INC1', 'Caused by the change', ''],
    ['INC2', 'Unrelated to the change', 'A broken disk.'],
    ['I looked, and the change caused no incident', 'No', ''],
  ])
  expect(inWords(listAnswers('outcome', answersOf('failed', ' '), change))).toEqual([
    ['Outcome', 'Failed', ''],
    ['Reasoning', null, ''],
  ])
  expect(inWords(listAnswers('improvements', { is_none_needed: true, notes: 'Later.' }, change))).toEqual([
    ['No action is needed', 'Yes', ''],
    ['Notes', 'Later.', ''],
  ])
  const draft = {
    key: 'lesson-1',
    title: ' ',
    content: 'Measure it.',
    polarity: 'positive' as const,
    category: 'planning',
    tags: ['upgrade'],
    technologies: [],
    article_id: null,
  }
  expect(listAnswers('lessons', { ...forms.lessons, drafts: [draft] }, change)[0]).toEqual({
    key: 'lesson lesson-1',
    field: 'drafts',
    question: 'Lesson without a title',
    answer: { kind: 'markdown', text: 'Measure it.' },
    note: 'Went well · planning · upgrade',
    isUnusual: false,
    isIncidental: false,
  })
})

test('unusual and incidental answers are marked', () => {
  const steps = [{ key: first?.key ?? '', result: 'deviated' as const, note: 'Later.' }]
  const [mark, , , , , , notes] = listAnswers('plan', { ...forms.plan, steps }, change)
  expect(mark).toMatchObject({ isUnusual: true, note: 'Later.', isIncidental: false })
  expect(notes).toMatchObject({ question: 'Notes', isIncidental: true })
  const done = [{ key: first?.key ?? '', result: 'done' as const, note: 'Left from before.' }]
  expect(listAnswers('plan', { ...forms.plan, steps: done }, change)[0]).toMatchObject({ isUnusual: false, note: '' })
  expect(listAnswers('improvements', { is_none_needed: true, notes: '' }, change)[0]).toMatchObject({
    isIncidental: false,
  })
})

test('comparing two versions lists only differences, including missing answers', () => {
  const mine = listAnswers('risk', { verdict: 'too_low', missed: 'Locks.' }, change)
  const theirs = listAnswers('risk', { verdict: 'too_low', missed: '' }, change)
  expect(listDifferingAnswers(mine, theirs)).toEqual([
    { key: 'missed', question: 'What was missed', mine: mine[1], theirs: theirs[1] },
  ])
  const one = listAnswers('incidents', forms.incidents, change)
  const decisions = [{ incident: 'INC1', decision: 'confirmed' as const, reason: '' }]
  const other = listAnswers('incidents', { ...forms.incidents, decisions }, change)
  expect(listDifferingAnswers(one, other)).toMatchObject([{ question: 'INC1', mine: null, theirs: { note: '' } }])
})
