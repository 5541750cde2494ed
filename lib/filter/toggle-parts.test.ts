import { expect, test } from 'vitest'
import { hasParts, joinParts, toggleParts } from './toggle-parts.ts'

test.each([
  [[], ['a = 1'], ['a = 1']],
  [['b = 2'], ['a = 1'], ['b = 2', 'a = 1']],
  [['a = 1'], ['a = 1'], []],
  [['a = 1', 'b = 2'], ['a = 1'], ['b = 2']],
  [['a = 1'], ['a = 1', 'b = 2'], ['a = 1', 'b = 2']],
  [['b = 2', 'c = 3', 'a = 1'], ['a = 1', 'b = 2'], ['c = 3']],
])('%j with %j toggled is %j', (parts, wanted, expected) => {
  expect(toggleParts(parts, wanted)).toEqual(expected)
})

test('a filter has conditions if it has all of them', () => {
  expect(hasParts(['a = 1', 'b = 2'], ['b = 2'])).toBe(true)
  expect(hasParts(['a = 1'], ['a = 1', 'b = 2'])).toBe(false)
})

test('conditions are joined by AND; an empty list is no filter', () => {
  expect(joinParts(['a = 1', '(b = 2 OR c = 3)'])).toBe('a = 1 AND (b = 2 OR c = 3)')
  expect(joinParts([])).toBeUndefined()
})
