import { expect, test } from 'vitest'
import { drawInitialsAvatar, getInitials } from './initials-avatar.ts'

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

test('an avatar is a URL of its own, the same each time, without markup from the name', () => {
  const avatar = drawInitialsAvatar('<script> "x"')
  expect(URL.canParse(avatar)).toBe(true)
  expect(drawInitialsAvatar('<script> "x"')).toBe(avatar)
  expect(decodeURIComponent(avatar)).not.toContain('<script')
})
