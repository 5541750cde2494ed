import { expect, test } from 'vitest'
import { incidentStates } from '#lib/contracts/incidents.ts'
import { changeStates } from '#lib/contracts/record-values.ts'
import {
  changeRiskWords,
  changeStateWords,
  changeTypeWords,
  createWordReader,
  incidentStateWords,
  polarityWords,
  reviewOutcomeWords,
} from './vocabulary.ts'

const incidentState = createWordReader(incidentStateWords)
const changeState = createWordReader(changeStateWords)

test.each([
  ['New', 'new'],
  ['Active', 'in_progress'],
  ['In Progress', 'in_progress'],
  ['Awaiting User Info', 'on_hold'],
  ['Awaiting Vendor', 'on_hold'],
  ['awaiting_problem', 'on_hold'],
  ['On Hold', 'on_hold'],
  ['Closed', 'closed'],
  ['Cancelled', 'canceled'],
  ['3 - On hold', 'on_hold'],
])('the incident state %j is %s', (word, state) => {
  expect(incidentState(word)).toBe(state)
})

test.each([
  ['Closed Complete', 'closed'],
  ['Post-Implementation Review', 'review'],
])('the change state %j is %s', (word, state) => {
  expect(changeState(word)).toBe(state)
})

test('every value maps to itself', () => {
  for (const state of incidentStates) expect(incidentState(state)).toBe(state)
  for (const state of changeStates) expect(changeState(state)).toBe(state)
})

test('risks, types, outcomes and polarities have words too', () => {
  expect(createWordReader(changeRiskWords)('2 - High')).toBe('high')
  expect(createWordReader(changeRiskWords)('Very High')).toBe('very_high')
  expect(createWordReader(changeTypeWords)('Expedited')).toBe('emergency')
  expect(createWordReader(reviewOutcomeWords)('Successful with issues')).toBe('successful_with_issues')
  expect(createWordReader(reviewOutcomeWords)('Unsuccessful')).toBe('failed')
  expect(createWordReader(polarityWords)('-')).toBe('negative')
})

test('the stored value of a ServiceNow field comes before its display value', () => {
  expect(changeState({ display_value: 'Fermé', value: 'closed' })).toBe('closed')
  expect(changeState({ display_value: 'Closed', value: 'custom_17' })).toBe('closed')
})

test.each(['4', '-5', '3.0', 7, { display_value: '3', value: 3 }])('a number alone has no meaning: %j', (cell) => {
  const issue = expect.stringContaining('is a number, which means something else in each system')
  expect(changeState(cell)).toMatchObject({ issue })
  expect(createWordReader(changeRiskWords)(cell)).toMatchObject({ issue })
})

test('an unknown word is rejected with the possible values', () => {
  expect(incidentState('Somewhere')).toHaveProperty(
    'issue',
    '"Somewhere" is not one of New, In progress, On hold, Resolved, Closed, Canceled; say in the mapping what it means',
  )
})
