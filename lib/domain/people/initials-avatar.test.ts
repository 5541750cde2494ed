import { expect, test } from 'vitest'
import { getInitials } from './initials-avatar.ts'

test.each([
  ['Ada Lovelace', 'AL'],
  ['Maria del Mar Ruiz', 'MR'],
  ['plato', 'P'],
  ['grace.hopper@example.org', 'GH'],
  ['Émile Zola', 'ÉZ'],
  ['  ', '?'],
  ['', '?'],
])('the initials of %j are %j', (name, letters) => {
  expect(getInitials(name)).toBe(letters)
})
