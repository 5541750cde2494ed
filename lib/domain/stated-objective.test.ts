import { expect, test } from 'vitest'
import { statedObjective } from './stated-objective.ts'

const none = { implementation_plan: null, risk_assessment: null, backout_plan: null }

test.each([
  [
    'the plan',
    { implementation_plan: { objective: 'Halve the latency.' } },
    'Halve the latency.',
    'implementation plan',
  ],
  ['the risk', { risk_assessment: { objective: ' Cheaper. ' } }, 'Cheaper.', 'risk assessment'],
  ['the backout plan', { backout_plan: { purpose: 'Keep sales open.' } }, 'Keep sales open.', 'backout plan'],
  ['any spelling', { implementation_plan: { Objective: 'Halve it.' } }, 'Halve it.', 'implementation plan'],
  ['a part', { risk_assessment: { change: { purpose: 'Halve it.' } } }, 'Halve it.', 'risk assessment'],
  [
    'lines',
    { implementation_plan: { objectives: ['Faster.', 'Cheaper.'] } },
    'Faster. Cheaper.',
    'implementation plan',
  ],
])('quotes the objective from %s', (_, documents, text, source) => {
  expect(statedObjective({ ...none, ...documents })).toEqual({ text, source })
})

test('an objective anywhere comes before a description', () => {
  const change = {
    ...none,
    implementation_plan: { description: 'Move tables.' },
    backout_plan: { objective: 'Faster.' },
  }
  expect(statedObjective(change)?.text).toBe('Faster.')
})

test('descriptions of steps, numbers and blanks state nothing', () => {
  const plan = { description: ' ', objective: 4, steps: [{ description: 'Stop the writers' }] }
  expect(statedObjective({ ...none, implementation_plan: plan })).toBeNull()
  expect(statedObjective({ ...none, implementation_plan: ['Stop the writers'] as never })).toBeNull()
  expect(statedObjective(none)).toBeNull()
})
