import { expect, test } from 'vitest'
import { readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import { describeMarks } from './plan-marks.ts'

const plan = { implementation_plan: { steps: ['Stop', 'Copy', 'Start', 'Watch'] } }
const keys = readPlanSteps(plan.implementation_plan).map(({ key }) => key)
type Result = 'done' | 'skipped' | 'deviated' | null
const marks = (...results: Result[]) =>
  results.map((result, index) => ({ key: keys[index] ?? 'a step that the plan no longer has', result, note: '' }))

test.each<[Result[], string]>([
  [[], '0 of 4 steps done, 0 skipped, 0 deviated, 4 not marked.'],
  [['done', 'skipped', 'deviated', null], '1 of 4 steps done, 1 skipped, 1 deviated, 1 not marked.'],
  [['done', 'done', 'done', 'done', 'skipped'], '4 of 4 steps done, 0 skipped, 0 deviated.'],
])('%j is described with its counts', (results, expected) => {
  expect(describeMarks(plan, { steps: marks(...results) })).toBe(expected)
})
