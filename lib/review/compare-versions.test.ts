import { expect, test } from 'vitest'
import type { ReviewSnapshot } from '#lib/contracts/app/review-versions.ts'
import { readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import { compareVersions } from './answers.ts'
import { emptyReviewForms } from './forms.ts'

const change = {
  number: 'CHG1',
  implementation_plan: { steps: ['Stop', 'Start'] },
  planned_start: null,
  planned_end: null,
  actual_start: null,
  actual_end: null,
}
const [stop = '', start = ''] = readPlanSteps(change.implementation_plan).map(({ key }) => key)
const forms = emptyReviewForms(change)
const earlier: ReviewSnapshot = {
  change,
  forms: {
    ...forms,
    plan: { ...forms.plan, steps: [{ key: stop, result: 'done', note: '' }] },
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
    plan: {
      ...forms.plan,
      steps: [
        { key: stop, result: 'done', note: '' },
        { key: start, result: 'skipped', note: 'No time' },
      ],
    },
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
    ['plan', 'changed', '2. Start', null, 'Skipped'],
    ['incidents', 'removed', 'INC1', 'Unrelated to the change', null],
    ['incidents', 'added', 'INC2', null, 'Caused by the change'],
    ['improvements', 'changed', 'Rehearse', 'Open, due 1 May 2026', 'In progress, due 1 May 2026'],
  ])
})

test('equal versions have no differences, and unanswered questions are omitted', () => {
  expect(describeDifferences(earlier, earlier)).toEqual([])
  const [plan] = compareVersions(earlier, earlier)
  expect(plan?.rows.map(({ question }) => question)).not.toContain('Notes')
  expect(plan?.rows.map(({ question }) => question)).toContain('1. Stop')
})
