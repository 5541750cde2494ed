import { expect, test } from 'vitest'
import { isSameEmail, mayMean } from './same-person.ts'

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

test('addresses are compared without case and blanks around them', () => {
  expect(isSameEmail(' Henrike.Vos@X.example ', henrike.email)).toBe(true)
  expect(isSameEmail('henrike.vos@x.example.org', henrike.email)).toBe(false)
})
