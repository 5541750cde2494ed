import { expect, test } from 'vitest'
import { isNotModified } from './response.ts'

test.each([
  ['the same tag', '"a"', true],
  ['a weak one of the same text', 'W/"a"', true],
  ['one of a list', '"x", W/"a"', true],
  ['any', '*', true],
  ['another', '"x"', false],
  ['a tag that contains it', '"a,"', false],
  ['text without quotes', 'a', false],
])('If-None-Match with %s', (_, field, isFresh) => {
  expect(isNotModified(new Headers({ 'if-none-match': field }), '"a"')).toBe(isFresh)
})
