import { expect, test } from 'vitest'
import { getInitials } from './initials.ts'

test.each([
  ['Ada Lovelace', 'AL'],
  ['Ludwig van Beethoven', 'LB'],
  ['plato', 'P'],
  ['grace.hopper@example.org', 'GH'],
  ['Émile Zola', 'ÉZ'],
  ['  ', '?'],
  ['', '?'],
])('%j gives %s', (name, expected) => {
  expect(getInitials(name)).toBe(expected)
})
