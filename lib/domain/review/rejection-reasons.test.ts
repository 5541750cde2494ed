import { expect, test } from 'vitest'
import { findCommonReason, listEarlierReasons, replaceReason } from './rejection-reasons.ts'

test.each([
  ['', 'Other component', 'Other component'],
  ['Other cause known', 'Other component', 'Other component'],
  ['A broken disk.', 'Other cause known', 'Other cause known: A broken disk.'],
  ['Other cause known: A broken disk.', 'Other component', 'Other component: A broken disk.'],
  ['Other cause known', 'Other cause known', 'Other cause known'],
  ['Other components too', 'Other component', 'Other component: Other components too'],
] as const)('“%s” with the reason %s is “%s”', (text, reason, expected) => {
  expect(replaceReason(text, reason)).toBe(expected)
  expect(findCommonReason(expected)).toBe(reason)
})

test('own reasons of other incidents are offered again, newest first and each once', () => {
  const rejected = (incident: string, reason: string) => ({ incident, decision: 'rejected', reason })
  const decisions = [
    rejected('INC1', 'A broken disk.'),
    rejected('INC2', 'Other component'),
    rejected('INC3', 'Other cause known: a strike.'),
    rejected('INC4', ' A broken disk. '),
    rejected('INC5', 'x'.repeat(81)),
    rejected('INC6', ''),
    { incident: 'INC7', decision: 'confirmed', reason: 'It began with the move.' },
    rejected('INC8', 'Its own.'),
  ]
  expect(listEarlierReasons(decisions, 'INC8')).toEqual(['A broken disk.', 'Other cause known: a strike.'])
})
