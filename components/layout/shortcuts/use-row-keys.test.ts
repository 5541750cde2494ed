import { expect, test } from 'vitest'
import { findNextRow } from './use-row-keys.ts'

test.each([
  ['the first at the start', { focused: -1, last: null, count: 3 }, 1, 0],
  ['the last at the start, backwards', { focused: -1, last: null, count: 3 }, -1, 2],
  ['the one below', { focused: 1, last: 1, count: 3 }, 1, 2],
  ['the one above', { focused: 1, last: 1, count: 3 }, -1, 0],
  ['none below the last', { focused: 2, last: 2, count: 3 }, 1, undefined],
  ['none above the first', { focused: 0, last: 0, count: 3 }, -1, undefined],
  ['the one in the place of a row that is gone', { focused: -1, last: 1, count: 3 }, 1, 1],
  ['the one above a row that is gone', { focused: -1, last: 1, count: 3 }, -1, 0],
  ['the last, where the last is gone', { focused: -1, last: 3, count: 3 }, 1, 2],
  ['none in an empty list', { focused: -1, last: 0, count: 0 }, 1, undefined],
] as const)('goes to %s', (_, place, step, next) => {
  expect(findNextRow(place, step)).toBe(next)
})
