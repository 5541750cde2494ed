import { expect, test } from 'vitest'
import { chosenReason, withReason } from './rejection-reasons.ts'

test.each([
  ['', 'Other component', 'Other component'],
  ['Other cause known', 'Other component', 'Other component'],
  ['A broken disk.', 'Other cause known', 'Other cause known: A broken disk.'],
  ['Other cause known: A broken disk.', 'Other component', 'Other component: A broken disk.'],
  ['Other cause known', 'Other cause known', 'Other cause known'],
  ['Other components too', 'Other component', 'Other component: Other components too'],
] as const)('“%s” with the reason %s is “%s”', (text, reason, expected) => {
  expect(withReason(text, reason)).toBe(expected)
  expect(chosenReason(expected)).toBe(reason)
})

test('a free text has no common reason', () => {
  expect(chosenReason('A broken disk.')).toBeUndefined()
})
