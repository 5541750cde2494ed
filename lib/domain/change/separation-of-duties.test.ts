import { expect, test } from 'vitest'
import { checkSeparationOfDuties } from './separation-of-duties.ts'

const person = (text: string, name: string | null = null) => ({ text, name })
const ines = person('ines@example.org', 'Ines Marchetti')
const tomas = person('tomas@example.org', 'Tomas Lind')
const elin = person('elin@example.org', 'Elin Sandvik')
const noor = { reviewer: 'noor@example.org', reviewer_name: 'Noor Haddad' }
const unassigned = { reviewer: null, reviewer_name: null }

const four = { requested_by: elin, approved_by: ines, assigned_to: tomas }

test.each([
  ['four people', four, noor, true, 'Four people: requester, approver, implementer and reviewer.'],
  ['one who is missing', { ...four, approved_by: null }, noor, false, 'No approver is recorded.'],
  ['two who are missing', { ...four, approved_by: null }, unassigned, false, 'No approver or reviewer is recorded.'],
  ['one with two roles', { ...four, approved_by: elin }, noor, false, 'Elin Sandvik is requester and approver.'],
  [
    'one whose name stands without an address',
    { ...four, assigned_to: person('Marchetti, Ines') },
    noor,
    false,
    'Ines Marchetti is approver and implementer.',
  ],
  [
    'one whose address has other letters',
    { ...four, assigned_to: person('NOOR@example.org') },
    null,
    false,
    'No reviewer is recorded.',
  ],
  [
    'one with three roles, and none for the fourth',
    { requested_by: tomas, approved_by: tomas, assigned_to: tomas },
    null,
    false,
    'No reviewer is recorded. Tomas Lind is requester, approver and implementer.',
  ],
  [
    'two with the same name and different addresses',
    { ...four, requested_by: person('t.lind@example.org', 'Tomas Lind') },
    noor,
    true,
    'Four people: requester, approver, implementer and reviewer.',
  ],
])('of %s', (_, people, review, isSeparated, text) => {
  expect(checkSeparationOfDuties(people, review)).toEqual({ isSeparated, text })
})
