import { expect, test } from 'vitest'
import { formatNested } from './whole-list.ts'

const reason = { rule_id: 'rule_overrun', rule: 'Over its window', text: 'Ended 20 minutes after the planned end' }

test.each([
  [['payments-db', 'payments-api'], 'payments-db; payments-api'],
  [[], ''],
  [[reason], 'Over its window: Ended 20 minutes after the planned end'],
  [
    [reason, { ...reason, rule: 'Mine; yours', text: 'x' }],
    'Over its window: Ended 20 minutes after the planned end; "Mine; yours: x"',
  ],
  [{ steps: ['one'] }, '{"steps":["one"]}'],
  [[{ steps: ['one'] }], '[{"steps":["one"]}]'],
])('%j is the cell %s', (value, cell) => {
  expect(formatNested(value)).toBe(cell)
})
