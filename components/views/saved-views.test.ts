import { expect, test } from 'vitest'
import { isSameSearch } from './saved-views.tsx'

test.each([
  ['', '', true],
  ['a=1&b=2', 'b=2&a=1', true],
  ['query=state+%3D+review', 'query=state%20=%20review', true],
  ['a=1', 'a=2', false],
  ['a=1', 'a=1&b=2', false],
])('%j and %j: %j', (one, other, expected) => {
  expect(isSameSearch(one, other)).toBe(expected)
})
