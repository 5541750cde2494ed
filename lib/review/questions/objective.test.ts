import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findObjective } from './objective.ts'

const ofPlan = (plan: unknown) => findObjective({ objective: null, implementation_plan: plan as never })

test.each([
  ['an objective', { objective: 'Halve the latency.' }, 'Halve the latency.'],
  ['a purpose', { purpose: ' Keep sales open. ' }, 'Keep sales open.'],
  ['any spelling', { Objective: 'Halve it.' }, 'Halve it.'],
  ['a part', { change: { purpose: 'Halve it.' } }, 'Halve it.'],
  ['lines', { objectives: ['Faster.', 'Cheaper.'] }, 'Faster.\nCheaper.'],
])('quotes %s of the implementation plan', (_, plan, text) => {
  expect(ofPlan(plan)).toEqual({ text, source: 'the implementation plan' })
})

test('other texts of the plan, numbers and blanks state nothing', () => {
  const plan = {
    description: 'Move the tables.',
    objective: 4,
    purpose: ' ',
    steps: [{ objective: 'Stop the writers' }],
  }
  expect(ofPlan(plan)).toBeNull()
  expect(ofPlan(['Stop the writers'])).toBeNull()
  expect(ofPlan(null)).toBeNull()
})

test('is what the review states, with its source, only while the change states none', () => {
  const stated = { objective: ' Half of\n  it ', objective_source: 'Request 7' }
  const silent = { objective: null, implementation_plan: { steps: [] } }
  expect(findObjective(silent, stated)).toEqual({ text: ' Half of\n  it ', source: 'Request 7, as the review states' })
  expect(findObjective({ ...silent, objective: undefined }, { ...stated, objective: ' ' })).toBeNull()
  expect(findObjective({ ...silent, objective: 'Faster' }, stated)?.text).toBe('Faster')
  expect(findObjective({ ...silent, implementation_plan: { purpose: 'Faster' } }, stated)?.text).toBe('Faster')
})

test('is that of the record, else one of the plan, and never another text', () => {
  const document = fc.dictionary(fc.constantFrom('objective', 'purpose', 'description', 'steps', 'text'), fc.string())
  fc.assert(
    fc.property(fc.option(fc.string()), document, fc.option(document), (objective, other, plan) => {
      const change = { objective, implementation_plan: plan, risk_assessment: other, description: 'Moves the tables.' }
      const found = findObjective(change)
      if (objective !== null) expect(found).toEqual({ text: objective, source: 'the change record' })
      else expect([undefined, plan?.objective?.trim(), plan?.purpose?.trim()]).toContain(found?.text)
    }),
  )
})
