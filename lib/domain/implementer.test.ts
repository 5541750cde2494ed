import { describe, expect, test } from 'vitest'
import { type ImplementerMatch, isImplementer, unresolvedImplementer } from './implementer.ts'

const fred = { email: 'fred.luddy@x.example', name: 'Fred Luddy' }

describe('isImplementer', () => {
  test.each<[string, string | null, string | null, ImplementerMatch]>([
    ['their own address', 'fred.luddy@x.example', null, 'yes'],
    ['their own address, spelled otherwise', ' Fred.Luddy@X.example ', null, 'yes'],
    ['the address of somebody else', 'ada@x.example', null, 'no'],
    ['nobody', null, null, 'no'],
    ['another name', 'Ada Lovelace', null, 'unknown'],
    ['a user name', 'fluddy', null, 'unknown'],
    ['their own name', 'Fred Luddy', null, 'yes'],
    ['their own name, spelled otherwise', ' fred  LUDDY', null, 'yes'],
    ['a name that a manager resolved to them', 'F. Luddy', 'fred.luddy@x.example', 'yes'],
    ['a name that a manager resolved to somebody else', 'F. Luddy', 'other@x.example', 'no'],
    ['an address that an import resolved since a manager stated another', 'fred.luddy@x.example', 'a@x.example', 'yes'],
    ['nobody, but a manager stated them', null, 'fred.luddy@x.example', 'yes'],
  ])('with %s', (_, named, stated, match) => {
    expect(isImplementer(fred, { assigned_to: named, stated })).toBe(match)
  })

  test('without a name only the address counts', () => {
    expect(isImplementer({ email: fred.email }, { assigned_to: 'Fred Luddy' })).toBe('unknown')
  })
})

test.each<[string | null, string | null, string | null]>([
  [null, null, null],
  ['ada@x.example', null, null],
  ['Ada Lovelace', null, 'Ada Lovelace'],
  ['Ada Lovelace', 'ada@x.example', null],
])('of %s, stated as %s, the unresolved text is %s', (named, stated, text) => {
  expect(unresolvedImplementer({ assigned_to: named, stated })).toBe(text)
})
