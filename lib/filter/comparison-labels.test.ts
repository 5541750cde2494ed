import { expect, test } from 'vitest'
import { queueFields } from '#lib/contracts/app/queue.ts'
import { getFieldHint, getFieldLabel } from './comparison-labels.ts'

test('the field list begins with what people filter changes by', () => {
  expect(Object.keys(queueFields).slice(0, 5).map(getFieldLabel)).toEqual([
    'Affected services',
    'Assignment group',
    'Reviewer',
    'Due on',
    'Review outcome',
  ])
})

test.each([
  ['title', 'Title', null],
  ['review_status', 'Status of the review', null],
  ['planned_start', 'Planned start', null],
  ['risk', 'Rated risk; null when not rated', 'Rated risk'],
  ['assignment_group', 'Team that implements it', 'Team that implements it'],
])('%s: "%s" is explained by %j', (name, description, hint) => {
  expect(getFieldHint(name, description)).toBe(hint)
})
