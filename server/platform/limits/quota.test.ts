import { eq, like } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { getRuntime, setRuntime } from '#server/platform/runtime/runtime.ts'
import { callerCounts } from '#server/schema/limits.ts'
import { checkQuota, countRequest, shareCounts } from './quota.ts'

const database = provideTestDatabase({ empty: [callerCounts] })
const pools: pg.Pool[] = []

/** What one of two processes does: each has its own pool, by which it keeps its counts. */
async function inProcess<Result>(nth: 0 | 1, work: () => Promise<Result>): Promise<Result> {
  const { env, ...runtime } = getRuntime()
  setRuntime({ ...runtime, env: { ...env, rateLimit: 20 }, pool: pools[nth] as pg.Pool })
  return work()
}

/** Counts some requests of a caller and returns the header of the last response. */
async function count(times: number, key = 'token:a'): Promise<string | undefined> {
  const headers: Record<string, string> = {}
  for (let nth = 0; nth < times; nth += 1) await countRequest(key, headers)
  return headers.RateLimit
}

beforeEach(() => {
  setTestRuntime(database)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-10T12:00:00.000Z') })
  pools.push(new pg.Pool({ connectionString: database.url }), new pg.Pool({ connectionString: database.url }))
})
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.end()))
})

test('counts alone at first, and with the other process once both have shared their counts', async () => {
  expect(await inProcess(0, () => count(3))).toBe('"default";r=17;t=60')
  expect(await inProcess(1, () => count(4))).toBe('"default";r=16;t=60')
  await inProcess(0, shareCounts)
  await inProcess(1, shareCounts)
  expect(await inProcess(1, () => count(1))).toBe('"default";r=12;t=60')
  await inProcess(0, () => count(1))
  await inProcess(0, shareCounts)
  expect(await inProcess(0, () => count(1))).toBe('"default";r=11;t=60')
})

test('requests beyond the quota are rejected, also those that another process counted', async () => {
  await inProcess(0, () => count(18))
  await inProcess(0, shareCounts)
  await inProcess(1, () => count(3))
  await inProcess(1, shareCounts)
  const headers = {}
  await expect(inProcess(1, () => countRequest('token:a', headers))).rejects.toMatchObject({
    code: 'rate_limited',
    headers: { 'Retry-After': '60' },
  })
  expect(headers).toEqual({ 'RateLimit-Policy': '"default";q=20;w=60', RateLimit: '"default";r=0;t=60' })
  expect(await inProcess(1, () => count(1, 'token:b'))).toBe('"default";r=19;t=60')
})

test('a tenth of a quota is stored only together with the requests that follow', async () => {
  const stored = () => database.db.select({ points: callerCounts.points }).from(callerCounts)
  await inProcess(0, () => count(2))
  await inProcess(0, shareCounts)
  expect(await stored()).toEqual([])
  await inProcess(0, () => count(1))
  await inProcess(0, shareCounts)
  expect(await stored()).toEqual([{ points: 3 }])
})

test('windows with different starts end together, with the first, and then a new one starts', async () => {
  await inProcess(0, () => count(3))
  await inProcess(0, shareCounts)
  vi.advanceTimersByTime(20_000)
  await inProcess(1, () => count(3))
  await inProcess(1, shareCounts)
  expect(await inProcess(1, () => count(1))).toBe('"default";r=13;t=40')
  vi.advanceTimersByTime(40_000)
  expect(await inProcess(1, () => count(1))).toBe('"default";r=19;t=60')
})

test('a window from before the clock was set back is over, alone and shared', async () => {
  await inProcess(0, () => count(19))
  await inProcess(0, shareCounts)
  vi.setSystemTime(Date.now() - 300_000)
  expect(await inProcess(0, () => count(4))).toBe('"default";r=16;t=60')
  await inProcess(0, shareCounts)
  expect(await inProcess(0, () => count(1))).toBe('"default";r=15;t=60')
})

test('counts alone while the database is unreachable, and shares everything afterwards', async () => {
  await inProcess(0, () => count(3))
  await database.db.execute('alter table caller_counts rename to elsewhere')
  await expect(inProcess(0, shareCounts)).rejects.toThrow()
  await inProcess(0, () => count(2))
  await database.db.execute('alter table elsewhere rename to caller_counts')
  await inProcess(0, shareCounts)
  const [row] = await database.db.select().from(callerCounts).where(like(callerCounts.key, '%token:a'))
  expect(row?.points).toBe(5)
})

test('a check counts nothing, and each kind of request has a quota of its own', async () => {
  await inProcess(0, async () => {
    const headers: Record<string, string> = {}
    for (let nth = 0; nth < 3; nth += 1) await checkQuota('address:x', headers, 'rejected-events')
    expect(headers.RateLimit).toBe('"rejected-events";r=19;t=60')
    await countRequest('address:x', headers, 'bulk')
    await countRequest('address:x', headers, 'bulk')
    expect(headers.RateLimit).toBe('"bulk";r=0;t=60')
    await expect(countRequest('address:x', headers, 'bulk')).rejects.toMatchObject({ code: 'rate_limited' })
    expect(await count(1, 'address:x')).toBe('"default";r=19;t=60')
  })
  expect(await database.db.$count(callerCounts, eq(callerCounts.key, 'requests:address:x'))).toBe(0)
})
