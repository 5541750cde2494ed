import { expect, test } from 'vitest'
import { getOldestMailTime, planMailAttempt } from './mail-retry.ts'

const createdAt = '2026-03-10T12:00:00.000Z'

test.each([
  ['account', 1, '2026-03-10T12:00:00.000Z', '2026-03-10T12:01:00.000Z'],
  ['account', 2, '2026-03-10T12:01:00.000Z', '2026-03-10T12:03:00.000Z'],
  ['account', 3, '2026-03-10T12:03:00.000Z', '2026-03-10T12:07:00.000Z'],
  ['question', 7, '2026-03-10T13:03:00.000Z', '2026-03-10T14:03:00.000Z'],
  ['account', 500, '2026-03-12T11:59:59.999Z', '2026-03-12T12:59:59.999Z'],
  ['account', 50, '2026-03-12T12:00:00.000Z', null],
  ['notification', 50, '2026-03-11T11:59:59.999Z', '2026-03-11T12:59:59.999Z'],
  ['notification', 50, '2026-03-11T12:00:00.000Z', null],
  ['digest', 50, '2026-03-11T12:00:00.000Z', null],
] as const)('planMailAttempt of %s after attempt %i, which failed at %s: %s', (topic, attempts, now, next) => {
  expect(planMailAttempt({ topic, createdAt, attempts }, new Date(now))).toBe(next)
})

test('gives up after one day what the digest repeats, else after two', () => {
  expect(getOldestMailTime('notification', new Date('2026-03-11T12:00:00.000Z'))).toBe(createdAt)
  expect(getOldestMailTime('account', new Date('2026-03-12T12:00:00.000Z'))).toBe(createdAt)
})
