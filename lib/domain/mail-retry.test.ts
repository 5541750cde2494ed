import { describe, expect, it } from 'vitest'
import { nextMailAttempt, oldestMail } from './mail-retry.ts'

const written = '2026-03-10T12:00:00.000Z'

describe('nextMailAttempt', () => {
  it.each([
    [1, '2026-03-10T12:00:00.000Z', '2026-03-10T12:01:00.000Z'],
    [2, '2026-03-10T12:01:00.000Z', '2026-03-10T12:03:00.000Z'],
    [3, '2026-03-10T12:03:00.000Z', '2026-03-10T12:07:00.000Z'],
    [7, '2026-03-10T13:03:00.000Z', '2026-03-10T14:03:00.000Z'],
    [500, '2026-03-12T11:59:59.999Z', '2026-03-12T12:59:59.999Z'],
    [50, '2026-03-12T12:00:00.000Z', null],
  ])('after attempt %i, which failed at %s: %s', (attempts, now, next) => {
    expect(nextMailAttempt(written, attempts, new Date(now))).toBe(next)
  })
})

it('gives up after two days', () => {
  expect(oldestMail(new Date('2026-03-12T12:00:00.000Z'))).toBe(written)
})
