import { describe, expect, test } from 'vitest'
import { computeWilsonLowerBound, fitLesson, fitLessons, type LessonEvidence, lessonWeights } from './fit-lessons.ts'

const nothing: LessonEvidence = {
  services: [],
  namedService: null,
  technologies: [],
  tags: [],
  sameType: null,
  likeness: 0,
  words: [],
  useful: 0,
  notUseful: 0,
}
const listReasons = (more: Partial<LessonEvidence>) =>
  fitLesson({ ...nothing, ...more })?.reasons.map(({ points, reason }) => `${points}: ${reason}`) ?? null

/** Service, technology, type and text, with reasons; votes affect only the rank. */
test.each<[string, Partial<LessonEvidence>, string[] | null]>([
  ['nothing in common', {}, null],
  ['its type alone', { sameType: 'normal', useful: 100 }, null],
  ['a service', { services: ['payments-db'] }, ['35: Same service, payments-db']],
  [
    'a service that is named, and a tag',
    { namedService: 'vpn', tags: ['vpn'] },
    ['20: Speaks of vpn', '12: About: vpn'],
  ],
  ['a service that is only named', { namedService: 'vpn' }, null],
  ['a technology alone', { technologies: ['tls'] }, null],
  ['two technologies', { technologies: ['haproxy', 'tls'] }, ['25: Technology: haproxy, tls']],
  [
    'a tag that is a technology too',
    { technologies: ['tls'], tags: ['tls', 'proxy'] },
    ['20: Technology: tls', '12: About: proxy'],
  ],
  ['four tags', { tags: ['a', 'b', 'c', 'd'], technologies: ['x'] }, ['20: Technology: x', '22: About: a, b, c']],
  [
    'type and words',
    { services: ['edge'], sameType: 'emergency', likeness: 2, words: ['chain'] },
    ['35: Same service, edge', '16: Shares “chain”', '5: Also an emergency change'],
  ],
  ['one good vote', { services: ['edge'], useful: 1 }, ['35: Same service, edge', '4: 1 of 1 found it useful']],
  ['one bad vote', { services: ['edge'], notUseful: 1 }, ['35: Same service, edge', '-4: 0 of 1 found it useful']],
  ['a tie', { services: ['edge'], useful: 3, notUseful: 3 }, ['35: Same service, edge']],
  ['forty bad votes', { services: ['edge'], notUseful: 40 }, null],
])('%s', (_, evidence, expected) => {
  expect(listReasons(evidence)).toEqual(expected)
})

test('the best comes first, ties keep their order, unrelated ones are omitted', () => {
  const order = fitLessons([
    ['none', nothing],
    ['first', { ...nothing, services: ['edge'] }],
    ['second', { ...nothing, services: ['edge'] }],
    ['voted', { ...nothing, services: ['edge'], useful: 1 }],
  ])
  expect(order.map(({ lesson, fit }) => [lesson, fit.score])).toEqual([
    ['voted', 39],
    ['first', 35],
    ['second', 35],
  ])
})

/** Values of the Wilson interval at 95 %, computed by hand. */
describe('the lower bound of the share of votes', () => {
  test.each([
    [0, 0, 0],
    [0, 5, 0],
    [1, 1, 0.2065],
    [9, 10, 0.5958],
    [50, 100, 0.4038],
    [100, 100, 0.963],
  ])('%i of %i is %f', (votes, all, expected) => {
    expect(computeWilsonLowerBound(votes, all)).toBeCloseTo(expected, 4)
  })

  test('is never above the share itself', () => {
    expect(lessonWeights.votes * computeWilsonLowerBound(1e9, 1e9)).toBeLessThanOrEqual(lessonWeights.votes)
  })
})
