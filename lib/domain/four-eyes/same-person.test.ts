import { describe, expect, test } from 'vitest'
import { findImplementerMatch, haveSameName, isSameEmail, mayMean } from './same-person.ts'

const henrike = { email: 'henrike.vos@x.example', name: 'Henrike Vos' }

test.each<[string, boolean]>([
  ['Henrike Vos', true],
  [' henrike   VOS', true],
  ['Vos, Henrike (SRE)', true],
  ['Hénrike Vos', true],
  ['Henrike Anna Vos', true],
  ['henrike.vos@x.example.', true],
  ['mailto:Henrike.Vos@x.example', true],
  ['H. V. <HENRIKE.VOS@x.example>', true],
  ['Henrike Vos <other@x.example>', true],
  ['henrike.vos@elsewhere.example', true],
  ["[SRE] 'henrike.vos@x.example', on call/night", true],
  ['Henrike', false],
  ['Henrike Vosman', false],
  ['henrike@x.example', false],
  ['not.henrike.vosman@x.example', false],
  ['henrike.vos@x.example.org', true],
  ['x example', false],
  ['', false],
])('%j may mean Henrike Vos: %s', (text, isPossible) => {
  expect(mayMean(text, henrike)).toBe(isPossible)
})

test.each<[string, boolean]>([
  ['Maria', true],
  ['Maria Lopez (SRE)', true],
  ['maria.lopez@x.example', false],
  ['maria@x.example', false],
  ['ml@maria.example', false],
  ['marianne', false],
])('%j may mean somebody who is called Maria: %s', (text, isPossible) => {
  expect(mayMean(text, { email: 'ml@x.example', name: 'Maria' })).toBe(isPossible)
})

test('an address inside another one means nobody', () => {
  expect(mayMean('marijan@x.example', { email: 'jan@x.example', name: 'Jan Vos' })).toBe(false)
  expect(mayMean('jan@x.example.org', { email: 'jan@x.example', name: 'Jan Vos' })).toBe(false)
})

test('an address with an apostrophe or a sign at its end means its owner', () => {
  expect(mayMean("O'Brien@x.example", { email: "o'brien@x.example" })).toBe(true)
  expect(mayMean("mailto:o'brien@x.example.", { email: "o'brien@x.example" })).toBe(true)
  expect(mayMean('_ops@x.example', { email: '_ops@x.example' })).toBe(true)
})

test.each<[string, string, boolean]>([
  ['Henrike Vos', 'vos, HENRIKE', true],
  ['Henrike Vos', 'Henrike Anna Vos', true],
  ['Maria', 'María', true],
  ['Maria', 'Maria Lopez', false],
  ['Maria Lopez', 'Maria Vos', false],
  ['', '', false],
])('the known people %j and %j have the same name: %s', (one, other, isSame) => {
  expect(haveSameName(one, other)).toBe(isSame)
  expect(haveSameName(other, one)).toBe(isSame)
})

test('addresses are compared without case and blanks around them', () => {
  expect(isSameEmail(' Henrike.Vos@X.example ', henrike.email)).toBe(true)
  expect(isSameEmail('henrike.vos@x.example.org', henrike.email)).toBe(false)
})

const fred = { email: 'fred.luddy@x.example', name: 'Fred Luddy' }

describe('findImplementerMatch', () => {
  test.each<[string, string | null, string | null, 'yes' | 'no' | 'unknown']>([
    ['their own address', 'fred.luddy@x.example', null, 'yes'],
    ['their own address, spelled otherwise', ' Fred.Luddy@X.example ', null, 'yes'],
    ['the address of somebody else', 'ada@x.example', null, 'no'],
    ['nobody', null, null, 'no'],
    ['another name', 'Ada Lovelace', null, 'unknown'],
    ['a user name', 'fluddy', null, 'unknown'],
    ['their own name', 'Fred Luddy', null, 'yes'],
    ['their own name, spelled otherwise', 'Luddy, FRED (SRE)', null, 'yes'],
    ['their own address among other words', 'mailto:fred.luddy@x.example', null, 'yes'],
    ['a name that a manager resolved to them', 'F. Luddy', 'fred.luddy@x.example', 'yes'],
    ['a name that a manager resolved to somebody else', 'F. Luddy', 'other@x.example', 'no'],
    ['an address that an import resolved since a manager stated another', 'fred.luddy@x.example', 'a@x.example', 'yes'],
    ['nobody, but a manager stated them', null, 'fred.luddy@x.example', 'yes'],
  ])('with %s', (_, named, stated, match) => {
    expect(findImplementerMatch(fred, { assigned_to: named, stated })).toBe(match)
  })

  test('without a name only the address counts', () => {
    expect(findImplementerMatch({ email: fred.email }, { assigned_to: 'Fred Luddy' })).toBe('unknown')
  })
})
