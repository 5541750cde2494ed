import { expect, test } from 'vitest'
import { describeEffect, describeMarkedLessons } from './lesson-marks.ts'

test('the marks of a change are counted, and those that nobody chose are left out', () => {
  expect(describeMarkedLessons([{ mark: 'not_applicable' }, { mark: 'applied' }, { mark: 'applied' }])).toBe(
    'Lessons offered: 2 applied, 1 not applicable',
  )
})

test.each([
  [10, 10, /^3 of 10 .* and 2 of 10 that/],
  [9, 40, /^Too few to tell: of the reviewed changes, 9 applied it and 40 did not\./],
  [40, 9, /^Too few to tell/],
  [0, 0, /^Too few to tell/],
])('changes are compared from ten with and without the lesson: %i and %i', (applied, otherwise, expected) => {
  const effect = {
    applied: { reviewed: applied, troubled: 3 },
    otherwise: { reviewed: otherwise, troubled: 2 },
  }
  expect(describeEffect(effect)).toMatch(expected)
})
