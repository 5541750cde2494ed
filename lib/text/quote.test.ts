import { expect, test } from 'vitest'
import { quote } from './quote.ts'

test.each([
  ['It was late.', '“It was late.”'],
  ['“It was late.”', '“It was late.”'],
  ['"It was late."', '“It was late.”'],
  ['“Ready” is a claim', '“‘Ready’ is a claim”'],
  ['“Ready” and “done”', '“‘Ready’ and ‘done’”'],
])('%s', (text, quoted) => expect(quote(text)).toBe(quoted))
