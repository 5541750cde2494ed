import { expect, test } from 'vitest'
import type { ReviewForm, ReviewStep } from '#lib/contracts/app/review-forms.ts'
import type { ReviewSnapshot } from '#lib/contracts/app/review-versions.ts'
import { compareVersions, listAnswers, listDifferingAnswers } from './answers.ts'
import { emptyReviewForms } from './forms.ts'
import { listQuestions } from './questions/question.ts'
import { steps } from './questions/steps.ts'
import { answersOf, markStep, newLesson, reviewedChange, start, stop } from './testing-answers.ts'

const change = { ...reviewedChange, actual_end: null }
const forms = emptyReviewForms(change)
type Changed<Step extends ReviewStep> = Partial<ReviewForm<Step>>
const list = <Step extends ReviewStep>(step: Step, form: Changed<Step>) =>
  listAnswers(step, { ...forms, [step]: { ...forms[step], ...form } }, change)
/** The answers in words, with their notes. */
const inWords = (answers: ReturnType<typeof listAnswers>) =>
  answers.map(({ question, answer, note }) => [question, answer?.text ?? null, note])

test('the plan lists its steps in order, then the questions; the one about the backout only if it was used', () => {
  const answers = list('plan', { steps: [markStep(stop, 'skipped', 'No time.')], is_objective_met: 'partly' })
  expect(inWords(answers).slice(0, 3)).toEqual([
    ['1. Stop the writers', 'Skipped', 'No time.'],
    ['2. Start the writers', null, ''],
    ['Work started', '2026-03-01T01:05:00.000Z', ''],
  ])
  expect(inWords(answers)).toContainEqual(['Was the objective of the change met?', 'Partly', ''])
  const isListed = ([name, { kind }]: ReturnType<typeof listQuestions>[number]) =>
    kind !== 'entries' &&
    kind !== 'short_yes' &&
    !['has_backout_worked', 'continued_because', 'objective_source'].includes(name)
  const asked = listQuestions(steps.plan).filter(isListed)
  expect(answers.slice(2).map(({ question }) => question)).toEqual(asked.map(([, { asks }]) => asks))
  const used = list('plan', { is_backout_used: true, has_backout_worked: false })
  expect(inWords(used)).toContainEqual(['Did the backout work?', 'No', ''])
})

const draft = newLesson({
  title: ' ',
  content: 'Measure it.',
  polarity: 'positive',
  category: 'planning',
  tags: ['upgrade'],
})
const confirmed = { incident: 'INC1', decision: 'confirmed' as const, reason: '' }
const rejected = { incident: 'INC2', decision: 'rejected' as const, reason: 'A broken disk.' }

test('decisions, outcome, actions and lessons are described in words', () => {
  const answers = [
    ...list('incidents', { decisions: [rejected, confirmed] }).slice(2, 4),
    ...list('outcome', answersOf('failed', ' ')),
    ...list('improvements', { is_none_needed: true, notes: 'Later.' }),
    ...list('lessons', { drafts: [draft] }),
  ]
  expect(inWords(answers)).toEqual(
    expect.arrayContaining([
      ['INC1', 'Caused by the change', ''],
      ['INC2', 'Unrelated to the change', 'A broken disk.'],
      ['Outcome', 'Failed', ''],
      ['Reasoning', null, ''],
      ['No action is needed', 'Yes', ''],
      ['Notes', 'Later.', ''],
      ['Lesson without a title', 'Measure it.', 'Went well · planning · upgrade'],
    ]),
  )
  expect(inWords(answers).slice(0, 1)).toEqual([['INC1', 'Caused by the change', '']])
})

test.each([
  ['a deviation', list('plan', { steps: [markStep(stop, 'deviated', 'Later.')] })[0], [true, false, 'Later.']],
  ['a step that was done', list('plan', { steps: [markStep(stop, 'done', 'Old.')] })[0], [false, false, '']],
  ['empty notes', list('plan', {}).find(({ question }) => question === 'Notes'), [false, true, '']],
  ['a ticked statement', list('improvements', { is_none_needed: true })[0], [false, false, '']],
])('%s is marked as unusual or incidental', (_, answer, expected) => {
  expect([answer?.isUnusual, answer?.isIncidental, answer?.note]).toEqual(expected)
})

test('comparing two versions lists only differences, including missing answers', () => {
  const mine = list('risk', { verdict: 'too_low', missed: 'Locks.' })
  const theirs = list('risk', { verdict: 'too_low' })
  const isMissed = ({ key }: { key: string }) => key === 'missed'
  expect(listDifferingAnswers(mine, theirs)).toEqual([
    { key: 'missed', question: 'What was missed', mine: mine.find(isMissed), theirs: theirs.find(isMissed) },
  ])
  const decided = listDifferingAnswers(list('incidents', {}), list('incidents', { decisions: [confirmed] }))
  expect(decided).toMatchObject([{ question: 'INC1', mine: null, theirs: { note: '' } }])
})

const earlier: ReviewSnapshot = {
  change,
  forms: {
    ...forms,
    plan: { ...forms.plan, steps: [markStep(stop, 'done')] },
    incidents: { ...forms.incidents, decisions: [{ incident: 'INC1', decision: 'rejected', reason: 'Printer' }] },
  },
  improvements: [{ id: 'imp_1', title: 'Rehearse', owner: 'a@b.example', target_date: '2026-05-01', status: 'open' }],
  proposed_outcome: null,
  pir_date: null,
}
const later: ReviewSnapshot = {
  ...earlier,
  forms: {
    ...forms,
    plan: { ...forms.plan, steps: [markStep(stop, 'done'), markStep(start, 'skipped', 'No time')] },
    incidents: { ...forms.incidents, decisions: [{ incident: 'INC2', decision: 'confirmed', reason: '' }] },
  },
  improvements: earlier.improvements.map((action) => ({ ...action, status: 'in_progress' })),
}

const describeDifferences = (one: ReviewSnapshot, other: ReviewSnapshot) =>
  compareVersions(one, other).flatMap(({ step, rows }) =>
    rows
      .filter((row) => row.change !== 'same')
      .map((row) => [step, row.change, row.question, row.mine?.answer?.text ?? null, row.theirs?.answer?.text ?? null]),
  )

test('every question with different answers is listed with both', () => {
  expect(describeDifferences(earlier, later)).toEqual([
    ['plan', 'changed', '2. Start the writers', null, 'Skipped'],
    ['incidents', 'removed', 'INC1', 'Unrelated to the change', null],
    ['incidents', 'added', 'INC2', null, 'Caused by the change'],
    ['improvements', 'changed', 'Rehearse', 'Open, due 1 May 2026', 'In progress, due 1 May 2026'],
  ])
})

test('a version that is older than objectives differs from one of a change with an objective by no empty answer', () => {
  const { objective: _, objective_source: __, ...plan } = earlier.forms.plan
  const older = { ...earlier, forms: { ...earlier.forms, plan: plan as typeof earlier.forms.plan } }
  const promised = { ...earlier, change: { ...change, objective: 'Half the latency' } }
  expect([describeDifferences(older, earlier), describeDifferences(older, promised)]).toEqual([[], []])
  const stated = { ...older, forms: { ...forms, plan: { ...earlier.forms.plan, objective: 'Half of it' } } }
  expect(describeDifferences(older, stated)).toContainEqual([
    'plan',
    'changed',
    'What was the change to achieve?',
    null,
    'Half of it',
  ])
})

test('equal versions have no differences, and unanswered questions are omitted', () => {
  expect(describeDifferences(earlier, earlier)).toEqual([])
  const [plan] = compareVersions(earlier, earlier)
  expect(plan?.rows.map(({ question }) => question)).not.toContain('Notes')
  expect(plan?.rows.map(({ question }) => question)).toContain('1. Stop the writers')
})
