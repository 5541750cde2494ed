import { expect, test } from 'vitest'
import { describeDuration } from './describe-duration.ts'

test.each([
  [0, '0 minutes'],
  [-5, '0 minutes'],
  [1, '1 minute'],
  [60, '1 hour'],
  [110, '1 hour 50 minutes'],
  [1440, '1 day'],
  [1501, '1 day 1 hour'],
  [2883, '2 days 3 minutes'],
])('%d minutes are %s', (minutes, words) => {
  expect(describeDuration(minutes)).toBe(words)
})
