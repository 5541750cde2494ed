import { expect, test } from 'vitest'
import { describeDecision, findCommonReason, listEarlierReasons, replaceReason } from './decisions.ts'
import { listStepProgress } from './progress.ts'
import { reviewedChange as change, openForms as forms, quietReview } from './testing-answers.ts'

const named = { number: 'INC1', related_change: 'CHG1' }
const like = { number: 'INC2', related_change: null }
const ofAnother = { number: 'INC3', related_change: 'CHG2' }

test.each([
  [[], '0 of 3 decided, 1 to decide, the other 2 are optional', false],
  [['INC2'], '1 of 3 decided, 1 to decide, the other is optional', false],
  [['INC1'], '1 of 3 decided, the other 2 are optional', true],
  [['INC1', 'INC2', 'INC3'], '3 of 3 decided', true],
])('with decisions on %j it says "%s", and the step agrees', (decided, words, isDone) => {
  expect(describeDecision('CHG1', [named, like, ofAnother], new Set(decided), [])).toBe(words)
  const decisions = decided.map((incident) => ({ incident, decision: 'rejected' as const, reason: 'A printer.' }))
  const steps = listStepProgress({
    change,
    forms: { ...forms, incidents: { ...forms.incidents, decisions, is_none_caused: true } },
    ...quietReview,
    linkedIncidents: [named.number],
  })
  expect(steps.find(({ step }) => step === 'incidents')?.isDone).toBe(isDone)
})

test('urgent incidents are to be decided too', () => {
  const words = (decided: string[]) => describeDecision('CHG1', [named, like, ofAnother], new Set(decided), ['INC2'])
  expect(words([])).toBe('0 of 3 decided, 2 to decide, the other is optional')
  expect(words(['INC2'])).toBe('1 of 3 decided, 1 to decide, the other is optional')
})

test.each([
  [[like, ofAnother], '0 of 2 decided, all are optional'],
  [[like], '0 of 1 decided, it is optional'],
])('incidents that are all optional are no others', (candidates, words) => {
  expect(describeDecision('CHG1', candidates, new Set(), [])).toBe(words)
})

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
