import { expect, test } from 'vitest'
import { listQueue } from '#lib/contracts/app/queue.ts'
import { queueInput } from './queue-href.ts'

test.each([
  [{}, '-actual_end'],
  [{ query: 'state = review' }, '-actual_end'],
  [{ query: 'is_overdue = true' }, 'due_on'],
  [{ query: 'risk = high AND due_in_days >= 0 AND due_in_days <= 6' }, 'due_on'],
  [{ query: 'is_overdue = true', sort: '-risk' }, '-risk'],
])('sorts %j by %s', (query, sort) => {
  expect(queueInput(listQueue.query.parse(query)).sort).toBe(sort)
})
