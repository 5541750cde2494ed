import { expect, test } from 'vitest'
import { describeMarkedLessons } from './lesson-marks.ts'

test('the marks of a change are counted, and those that nobody chose are left out', () => {
  expect(describeMarkedLessons([{ mark: 'not_applicable' }, { mark: 'applied' }, { mark: 'applied' }])).toBe(
    'Lessons offered: 2 applied, 1 not applicable',
  )
})
