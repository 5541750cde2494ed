import { expect, test } from 'vitest'
import { tidyLine } from './tidy-text.ts'

test.each([
  ['a\nb\r\nc\x0bd\x85e\u2028f\u202eg', 'a b c d e fg'],
  ['a\u0007b\u200f', 'ab'],
  ['👩\u200d💻 نمی\u200cخواهم', '👩\u200d💻 نمی\u200cخواهم'],
])('%j on one line is %j', (text, line) => {
  expect(tidyLine(text)).toBe(line)
})
