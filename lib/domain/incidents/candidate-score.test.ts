import { describe, expect, test } from 'vitest'
import { type CandidateEvidence, describeScore, isCandidate, scoreCandidate } from './candidate-score.ts'

const nothing: CandidateEvidence = {
  isLinked: false,
  serviceMatch: null,
  service: null,
  hoursAfterStart: null,
  hoursAfterEnd: null,
  likeness: 0,
  words: [],
  priority: '4 - Low',
  priorityLevel: 4,
}
const listParts = (more: Partial<CandidateEvidence>) =>
  scoreCandidate({ ...nothing, ...more }).parts.map(({ kind, points, reason }) => `${kind} ${points}: ${reason}`)

/** The criteria: same service, time after the start, likeness of text, priority. */
test.each<[string, Partial<CandidateEvidence>, string[]]>([
  ['nothing', {}, []],
  ['a link', { isLinked: true }, ['link 100: Names this change']],
  ['its service', { serviceMatch: 'affected', service: 'payments-db' }, ['service 30: Same service, payments-db']],
  ['a service named', { serviceMatch: 'named', service: 'vpn' }, ['service 15: The text names vpn']],
  ['the start itself', { hoursAfterStart: 0 }, ['time 35: 0 minutes after the start']],
  ['40 minutes', { hoursAfterStart: 2 / 3 }, ['time 35: 40 minutes after the start']],
  ['one half-life', { hoursAfterStart: 48, hoursAfterEnd: 36 }, ['time 18: 1 day 12 hours after the end']],
  ['an open end', { hoursAfterStart: 500 }, ['time 29: 20 days 20 hours after the start']],
  ['the end of long work', { hoursAfterStart: 736, hoursAfterEnd: 12 }, ['time 25: 12 hours after the end']],
  ['a month later', { hoursAfterStart: 720, hoursAfterEnd: 718 }, []],
  ['one rare word', { likeness: 0.9, words: ['gateway'] }, ['text 15: Shares “gateway”']],
  [
    'many words',
    { likeness: 3, words: ['certificate', 'gateway', 'proxy', 'edge'] },
    ['text 24: Shares “certificate”, “gateway”, “proxy” and more'],
  ],
  ['priority 1', { priority: '1 - Critical', priorityLevel: 1 }, ['priority 5: Priority 1 - Critical']],
  ['priority 2', { priority: 'P2', priorityLevel: 2 }, ['priority 4: Priority P2']],
  ['no priority', { priority: 'unspecified', priorityLevel: null }, []],
])('scores %s', (_, evidence, expected) => {
  expect(listParts(evidence)).toEqual(expected)
})

test.each<[string, Partial<CandidateEvidence>]>([
  ['Very likely: names this change', { isLinked: true, priorityLevel: 1 }],
  [
    'Very likely: same service, vpn; 40 minutes after the start; shares “gateway”',
    { serviceMatch: 'affected', service: 'vpn', hoursAfterStart: 2 / 3, likeness: 0.9, words: ['gateway'] },
  ],
  [
    'Likely: same service, vpn; 1 hour after the start',
    { serviceMatch: 'affected', service: 'vpn', hoursAfterStart: 1 },
  ],
  ['Possible: 0 minutes after the start', { hoursAfterStart: 0 }],
  ['Unlikely: the text names vpn', { serviceMatch: 'named', service: 'vpn' }],
  ['Unlikely: nothing in common', {}],
  ['Unlikely: nothing in common', { priority: '1 - Critical', priorityLevel: 1 }],
])('is described as “%s”', (expected, evidence) => {
  expect(describeScore(scoreCandidate({ ...nothing, ...evidence }))).toBe(expected)
})

describe('a candidate', () => {
  test.each<[string, boolean, Partial<CandidateEvidence>]>([
    ['names the change, whenever it came', true, { isLinked: true }],
    ['came at once on the same service', true, { serviceMatch: 'affected', hoursAfterStart: 1 }],
    ['came at once with a rare word', true, { hoursAfterStart: 1, likeness: 0.6 }],
    ['only came at once', false, { hoursAfterStart: 0, priorityLevel: 1 }],
    ['only has common words', false, { hoursAfterStart: 0, likeness: 0.4 }],
    ['came a week later with a word in common', false, { hoursAfterStart: 170, hoursAfterEnd: 168, likeness: 0.6 }],
  ])('%s: %s', (_, expected, evidence) => {
    expect(isCandidate({ ...nothing, ...evidence })).toBe(expected)
  })
})
