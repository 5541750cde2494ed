import { expect, test } from 'vitest'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { requestCounts } from '#server/schema/limits.ts'
import { SharedCounts } from './shared-counts.ts'

const span = 60_000
const start = Date.parse('2026-03-10T12:00:00.000Z')
const database = provideTestDatabase({ empty: [requestCounts] })

const countTimes = (counts: SharedCounts, times: number, now: number, key = 'token:a') =>
  Array.from({ length: times }, () => counts.count(key, now).count).at(-1)

test('counts alone before an exchange and with the second process afterwards', async () => {
  const first = new SharedCounts(span)
  const second = new SharedCounts(span)
  expect(countTimes(first, 3, start)).toBe(3)
  expect(countTimes(second, 4, start)).toBe(4)
  await first.exchange(database.db, start + 1000)
  await second.exchange(database.db, start + 1000)
  expect(countTimes(second, 1, start + 1000)).toBe(8)
  countTimes(first, 1, start + 1000)
  await first.exchange(database.db, start + 2000)
  expect(countTimes(first, 1, start + 2000)).toBe(9)
})

test('the first requests of a window are stored only together with those that follow', async () => {
  const counts = new SharedCounts(span)
  counts.count('token:a', start, 2)
  counts.count('token:a', start, 2)
  expect(await counts.exchange(database.db, start + 1000)).toBe(false)
  expect(await database.db.$count(requestCounts)).toBe(0)
  counts.count('token:a', start + 1000, 2)
  await counts.exchange(database.db, start + 2000)
  expect(await database.db.select({ count: requestCounts.count }).from(requestCounts)).toEqual([{ count: 3 }])
})

test('reads the counts that another process stored after the last exchange', async () => {
  const first = new SharedCounts(span)
  const second = new SharedCounts(span)
  countTimes(first, 3, start)
  countTimes(second, 4, start)
  expect(await first.exchange(database.db, start + 1000)).toBe(true)
  await second.exchange(database.db, start + 1100)
  expect(await first.exchange(database.db, start + 2000)).toBe(false)
  expect(countTimes(first, 1, start + 2000)).toBe(8)
})

test('windows with different starts end together, with the first', async () => {
  const first = new SharedCounts(span)
  const second = new SharedCounts(span)
  countTimes(first, 1, start)
  await first.exchange(database.db, start)
  countTimes(second, 1, start + 20_000)
  await second.exchange(database.db, start + 20_000)
  expect(second.count('token:a', start + 21_000)).toEqual({ count: 3, endsAt: start + span })
  expect(second.count('token:a', start + span)).toEqual({ count: 1, endsAt: start + 2 * span })
})

test('a clock that is set back starts a new window instead of locking callers out', () => {
  const counts = new SharedCounts(span)
  countTimes(counts, 500, start)
  const before = start - 24 * 60 * 60 * 1000
  expect(counts.count('token:a', before)).toEqual({ count: 1, endsAt: before + span })
})

test('deletes expired windows', async () => {
  const counts = new SharedCounts(span)
  countTimes(counts, 1, start)
  await counts.exchange(database.db, start)
  await counts.purge(database.db, start + span)
  expect(await database.db.$count(requestCounts)).toBe(1)
  await counts.purge(database.db, start + 3 * span)
  expect(await database.db.$count(requestCounts)).toBe(0)
})
