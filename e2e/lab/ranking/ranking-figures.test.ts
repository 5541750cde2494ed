import { expect, test } from 'vitest'
import { candidateWeights } from '#lib/domain/incidents/candidate-score.ts'
import { chooseHalf, type Judged, measureOffer, ranked, sameService } from './ranking-figures.ts'

const incident = (
  number: string,
  hoursAfterStart: number,
  isOfService: boolean,
  likeness = 0,
): Judged['incidents'][number] => ({
  number,
  evidence: {
    isLinked: false,
    serviceMatch: isOfService ? 'affected' : null,
    service: isOfService ? 'payments-db' : null,
    hoursAfterStart,
    hoursAfterEnd: null,
    likeness,
    words: [],
    priority: '4 - Low',
    priorityLevel: 4,
  },
})
const judged: Judged[] = [
  {
    change: 'CHG1',
    incidents: [
      incident('I1', 2, true),
      incident('I2', 20, true),
      incident('I3', 1, false, 2),
      incident('I4', 1, false),
    ],
    causes: new Set(['I2', 'I3']),
  },
  { change: 'CHG2', incidents: [incident('I5', 3, true)], causes: new Set() },
]

test('the naive way offers what opened on the service within its hours, soonest first', () => {
  expect(judged.map(sameService(6))).toEqual([['I1'], ['I5']])
  expect(judged.map(sameService(24))).toEqual([['I1', 'I2'], ['I5']])
  expect(judged.map(ranked(candidateWeights))).toEqual([['I1', 'I2', 'I3'], ['I5']])
})

test('shares of what is offered, of the causes, and of the first five', () => {
  expect(measureOffer(judged, sameService(24))).toEqual({
    changes: 1,
    causes: 2,
    precision: 1 / 3,
    recall: 1 / 2,
    precisionAt5: 1 / 5,
    bestAt5: 2 / 5,
    recallAt5: 1 / 2,
    reciprocalRank: 1 / 2,
    offered: 3 / 2,
  })
  expect(measureOffer(judged, () => [])).toMatchObject({ precision: 0, recall: 0, reciprocalRank: 0, offered: 0 })
})

test('about as many changes are of each half', () => {
  const halves = Array.from({ length: 200 }, (_, index) => chooseHalf(`CHG${30_001 + index}`))
  const { length: tuning } = halves.filter((half) => half === 'tuning')
  expect(Math.abs(tuning - 100)).toBeLessThan(30)
})
