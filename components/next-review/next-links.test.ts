import { expect, test } from 'vitest'
import { findNextEntry } from './next-links.tsx'

const entries = (...numbers: string[]) => numbers.map((number) => ({ number }))

test.each([
  ['the one below it, when the finished one has left the list', 'b', entries('a', 'c', 'd'), 'c'],
  ['the one below it, when the finished one stays', 'b', entries('a', 'b', 'c', 'd'), 'c'],
  ['one further down, when the one below is gone too', 'b', entries('a', 'd'), 'd'],
  ['one that is new in the list before one that was skipped', 'd', entries('a', 'e'), 'e'],
  ['one that was skipped, at the end', 'd', entries('a', 'b'), 'a'],
  ['the first, after a review that was opened from elsewhere', 'x', entries('a', 'b'), 'a'],
  ['none, after the last', 'd', entries('d'), null],
])('the next is %s', (_, current, now, next) => {
  expect(findNextEntry(now, ['a', 'b', 'c', 'd'], current)?.number ?? null).toBe(next)
})
