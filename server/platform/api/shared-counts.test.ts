import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/testing.ts'
import { requestCounts } from '#server/schema/limits.ts'
import { SharedCounts } from './shared-counts.ts'

const span = 60_000
const start = Date.parse('2026-03-10T12:00:00.000Z')
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(() => database.db.delete(requestCounts))
afterAll(() => database.drop())

const countTimes = (counts: SharedCounts, times: number, now: number, key = 'token:a') =>
  Array.from({ length: times }, () => counts.count(key, now).count).at(-1)

test('counts alone until told, and together with another process from then on', async () => {
  const [one, other] = [new SharedCounts(span), new SharedCounts(span)]
  expect(countTimes(one, 3, start)).toBe(3)
  expect(countTimes(other, 4, start)).toBe(4)
  await one.exchange(database.db, start + 1000)
  await other.exchange(database.db, start + 1000)
  expect(countTimes(other, 1, start + 1000)).toBe(8)
  countTimes(one, 1, start + 1000)
  await one.exchange(database.db, start + 2000)
  expect(countTimes(one, 1, start + 2000)).toBe(9)
})

test('learns by one more exchange what another process told after the last', async () => {
  const [one, other] = [new SharedCounts(span), new SharedCounts(span)]
  countTimes(one, 3, start)
  countTimes(other, 4, start)
  expect(await one.exchange(database.db, start + 1000)).toBe(true)
  await other.exchange(database.db, start + 1100)
  expect(await one.exchange(database.db, start + 2000)).toBe(false)
  expect(countTimes(one, 1, start + 2000)).toBe(8)
})

test('windows that began apart end together, with the first', async () => {
  const [one, other] = [new SharedCounts(span), new SharedCounts(span)]
  countTimes(one, 1, start)
  await one.exchange(database.db, start)
  countTimes(other, 1, start + 20_000)
  await other.exchange(database.db, start + 20_000)
  expect(other.count('token:a', start + 21_000)).toEqual({ count: 3, endsAt: start + span })
  expect(other.count('token:a', start + span)).toEqual({ count: 1, endsAt: start + 2 * span })
})

test('keys are counted apart, also when thousands are told at once', async () => {
  const [one, other] = [new SharedCounts(span), new SharedCounts(span)]
  for (let n = 0; n < 2500; n += 1) one.count(`address:${n}`, start)
  await one.exchange(database.db, start)
  expect(await database.db.$count(requestCounts)).toBe(2500)
  countTimes(other, 1, start, 'address:7')
  await other.exchange(database.db, start)
  expect(countTimes(other, 1, start, 'address:7')).toBe(3)
  expect(countTimes(other, 1, start, 'address:8')).toBe(1)
})

test('writes nothing while nothing was counted, and tells again what could not be told', async () => {
  const counts = new SharedCounts(span)
  await counts.exchange(database.db, start)
  expect(await database.db.$count(requestCounts)).toBe(0)
  countTimes(counts, 2, start)
  const gone = await createTestDatabase()
  await gone.drop()
  await expect(counts.exchange(gone.db, start)).rejects.toThrow()
  await counts.exchange(database.db, start)
  expect(await database.db.select().from(requestCounts)).toMatchObject([{ key: 'token:a', count: 2 }])
})

test('a clock that is set back begins a new window instead of keeping callers out for long', () => {
  const counts = new SharedCounts(span)
  countTimes(counts, 500, start)
  const before = start - 24 * 60 * 60 * 1000
  expect(counts.count('token:a', before)).toEqual({ count: 1, endsAt: before + span })
})

test('forgets windows that have ended', async () => {
  const counts = new SharedCounts(span)
  countTimes(counts, 1, start)
  await counts.exchange(database.db, start)
  await counts.purge(database.db, start + span)
  expect(await database.db.$count(requestCounts)).toBe(1)
  await counts.purge(database.db, start + 3 * span)
  expect(await database.db.$count(requestCounts)).toBe(0)
})
