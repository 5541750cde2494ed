import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findStatedObjective } from './stated-objective.ts'

test.each([
  ['an objective', { objective: 'Halve the latency.' }, 'Halve the latency.'],
  ['a purpose', { purpose: ' Keep sales open. ' }, 'Keep sales open.'],
  ['any spelling', { Objective: 'Halve it.' }, 'Halve it.'],
  ['a part', { change: { purpose: 'Halve it.' } }, 'Halve it.'],
  ['lines', { objectives: ['Faster.', 'Cheaper.'] }, 'Faster. Cheaper.'],
])('quotes %s of the implementation plan', (_, plan, text) => {
  expect(findStatedObjective({ implementation_plan: plan })).toBe(text)
})

test('other texts of the plan, numbers and blanks state nothing', () => {
  const plan = {
    description: 'Move the tables.',
    objective: 4,
    purpose: ' ',
    steps: [{ objective: 'Stop the writers' }],
  }
  expect(findStatedObjective({ implementation_plan: plan })).toBeNull()
  expect(findStatedObjective({ implementation_plan: ['Stop the writers'] as never })).toBeNull()
  expect(findStatedObjective({ implementation_plan: null })).toBeNull()
})

test('is never the text of another document', () => {
  const document = fc.dictionary(fc.constantFrom('objective', 'purpose', 'description', 'steps', 'text'), fc.string())
  fc.assert(
    fc.property(document, document, fc.option(document), (risk, backout, plan) => {
      const change = { implementation_plan: plan, risk_assessment: risk, backout_plan: backout }
      const objective = findStatedObjective(change)
      expect([null, plan?.objective?.trim(), plan?.purpose?.trim()]).toContain(objective)
    }),
  )
})
