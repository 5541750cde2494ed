import { expect, test } from 'vitest'
import { getFieldHint } from './comparison-labels.ts'

test.each([
  ['title', 'Title', null],
  ['review_status', 'Status of the review', null],
  ['planned_start', 'Planned start', null],
  ['risk', 'Rated risk; null when not rated', 'Rated risk'],
  ['assignment_group', 'Team that implements it', 'Team that implements it'],
])('%s: "%s" is explained by %j', (name, description, hint) => {
  expect(getFieldHint(name, description)).toBe(hint)
})
