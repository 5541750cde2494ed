import { expect, test } from 'vitest'
import { queueFields } from '#lib/contracts/app/queue.ts'
import { parseFilter } from '#lib/filter/parse.ts'
import { getImpliedReview } from './implied-review.ts'

test.each([
  ['is_overdue = true', 'open'],
  ['is_overdue = false', 'none'],
  ['is_returned = true', 'open'],
  ['is_unassigned = true AND risk = low', 'open'],
  ['due_in_days >= 0 AND due_in_days <= 6', 'open'],
  ['due_in_days != 0', 'none'],
  ['review_status = awaiting_sign_off', 'open'],
  ['review_status IN (not_started, in_progress)', 'open'],
  ['review_status IN (in_progress, completed)', 'any'],
  ['review_status = none', 'none'],
  ['review_status != completed', 'none'],
  ['reviewer = "a@b.example"', 'any'],
  ['reviewer = "a@b.example" OR risk = low', 'none'],
  ['NOT reviewer = "a@b.example"', 'none'],
  ['needs_sign_off = true', 'any'],
  ['state = review', 'none'],
])('%s: %s', (query, implied) => {
  const parsed = parseFilter(query, queueFields)
  expect(parsed.ok && getImpliedReview(parsed.tree)).toBe(implied)
})
