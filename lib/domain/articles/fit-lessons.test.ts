import { expect, test } from 'vitest'
import { fitLesson, fitLessons, type LessonEvidence } from './fit-lessons.ts'

const nothing: LessonEvidence = {
  services: [],
  namedService: null,
  technologies: [],
  tags: [],
  sameType: null,
  likeness: 0,
  words: [],
}
const listReasons = (more: Partial<LessonEvidence>) =>
  fitLesson({ ...nothing, ...more })?.reasons.map(({ points, reason }) => `${points}: ${reason}`) ?? null

/** Service, technology, type and text, with reasons. */
test.each<[string, Partial<LessonEvidence>, string[] | null]>([
  ['nothing in common', {}, null],
  ['its type alone', { sameType: 'normal' }, null],
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
])('%s', (_, evidence, expected) => {
  expect(listReasons(evidence)).toEqual(expected)
})

test('the best comes first, ties keep their order, unrelated ones are omitted', () => {
  const order = fitLessons([
    ['none', nothing],
    ['first', { ...nothing, services: ['edge'] }],
    ['second', { ...nothing, services: ['edge'] }],
    ['best', { ...nothing, services: ['edge'], sameType: 'normal' }],
  ])
  expect(order.map(({ lesson, fit }) => [lesson, fit.score])).toEqual([
    ['best', 40],
    ['first', 35],
    ['second', 35],
  ])
})
