import { expect, test } from 'vitest'
import { readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import { gatherEvidence } from './outcome-evidence.ts'
import { emptyReviewForms, type ReviewFormValues } from './review-forms.ts'

const change = {
  number: 'CHG1',
  implementation_plan: { steps: ['Stop', 'Copy', 'Start'] },
  planned_start: '2026-03-01T01:00:00.000Z',
  planned_end: '2026-03-01T03:00:00.000Z',
  actual_start: null,
  actual_end: null,
  close_code: 'backed_out' as const,
  rolled_back_at: null,
}
const [stop, copy, start] = readPlanSteps(change.implementation_plan).map(({ key }) => key)
const forms = emptyReviewForms(change)
const mark = (key: string | undefined, result: 'done' | 'skipped' | 'deviated') => ({
  key: key ?? '',
  result,
  note: '',
})

test('evidence comes from the steps of the plan and the decisions on incidents', () => {
  const filled = {
    ...forms,
    plan: {
      ...forms.plan,
      steps: [mark(stop, 'done'), mark(copy, 'skipped'), mark(start, 'deviated'), mark('gone', 'skipped')],
      actual_end: '2026-03-01T04:50:59.000Z',
      is_backout_used: false,
      is_objective_met: 'partly',
    },
    incidents: {
      ...forms.incidents,
      decisions: [
        { incident: 'INC1', decision: 'confirmed', reason: '' },
        { incident: 'INC2', decision: 'rejected', reason: 'Printer' },
        { incident: 'INC3', decision: 'confirmed', reason: '' },
        { incident: 'INC4', decision: 'confirmed', reason: '' },
      ],
    },
  } satisfies ReviewFormValues
  const known = [
    { number: 'INC2', priority: '1 - Critical' },
    { number: 'INC3', priority: 'P4' },
    { number: 'INC4', priority: '2 - High' },
  ]
  expect(gatherEvidence(change, filled, known)).toEqual({
    isBackoutUsed: false,
    hasBackoutWorked: null,
    objective: 'partly',
    skippedSteps: [{ key: copy, text: 'Copy' }],
    deviatedSteps: [{ key: start, text: 'Start' }],
    confirmedIncidents: [
      { number: 'INC4', priority: '2 - High' },
      { number: 'INC3', priority: 'P4' },
      { number: 'INC1', priority: null },
    ],
    overrunMinutes: 110,
    closeCode: 'backed_out',
    rolledBackAt: null,
  })
})
