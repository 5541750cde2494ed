import { expect, test } from 'vitest'
import { describeTrend, formatMetric } from './metric-labels.ts'

test.each([
  ['share', 0.08, '8 %'],
  ['share', 0.3333, '33.3 %'],
  ['share', 0, '0 %'],
  ['share', 1, '100 %'],
  ['share', null, '–'],
  ['days', 6.5, '6.5 days'],
  ['days', 0, '0.0 days'],
  ['days', null, '–'],
  ['count', 1204, '1,204'],
] as const)('formatMetric %s %s is %s', (unit, value, expected) => {
  expect(formatMetric(unit, value)).toBe(expected)
})

test.each([
  ['share', 0.08, 0.05, 'up 3 points from 5 %', 'up'],
  ['share', 0.04, 0.05, 'down 1 point from 5 %', 'down'],
  ['share', 0.33333, 0.33334, 'the same as before (33.3 %)', 'same'],
  ['days', 6.5, 8.6, 'down 2.1 days from 8.6 days', 'down'],
  ['count', 4, 1, 'up 3 from 1', 'up'],
] as const)('describeTrend %s from %s after %s: %s', (unit, value, before, text, direction) => {
  expect(describeTrend(unit, value, before)).toEqual({ text, direction })
})
