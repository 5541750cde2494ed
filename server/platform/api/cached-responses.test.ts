import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readSnapshot } from '#server/platform/db/cache.ts'
import { createDatabase } from '#server/platform/db/client.ts'
import type { HttpResponse } from '#server/platform/http/response.ts'
import { respondFromCache } from './cached-responses.ts'
import { provideTestRuntime } from './testing-call.ts'

const database = provideTestRuntime()
/** The pool of another process on the same database. */
let other: ReturnType<typeof createDatabase>

beforeAll(() => {
  other = createDatabase(database.url, { poolSize: 2 })
})
afterAll(() => other.pool.end())

const insertUser = (id: string) => sql`insert into users (id, name, name_key, email, bio, location, origin, created_at)
  values (${id}, ${id}, ${id}, ${id}, '', '', 'entry', now())`

const response = (body: string): HttpResponse => ({ status: 200, headers: {}, body })
const countUsers = vi.fn(async () => {
  const { rows } = await database.db.execute<{ count: string }>(sql`select count(*) from users`)
  return response(rows[0]?.count ?? '')
})
const readBody = async (key: string) => String((await respondFromCache(key, countUsers)).body)

describe('respondFromCache', () => {
  test('shows every write committed before the request, by any process', async () => {
    for (let written = 0; written < 5; written += 1) {
      expect(await readBody('users')).toBe(String(written))
      expect(await readBody('users')).toBe(String(written))
      await (written % 2 === 0 ? database.db : other.db).execute(insertUser(`user ${written}`))
    }
  })

  test('shows a transaction once it is committed, not before and not after a rollback', async () => {
    await readBody('open')
    const before = await readBody('open')
    for (const end of ['rollback', 'commit'] as const) {
      const client = await other.pool.connect()
      await client.query('begin')
      await client.query(
        `insert into users (id, name, name_key, email, bio, location, origin, created_at)
         values ($1, $1, $1, $1, '', '', 'entry', now())`,
        [`to ${end}`],
      )
      expect(await readBody('open')).toBe(before)
      await client.query(end)
      client.release()
      expect(await readBody('open')).toBe(end === 'commit' ? String(Number(before) + 1) : before)
    }
  })

  test('runs the query once for concurrent requests', async () => {
    await readBody('many')
    countUsers.mockClear()
    const bodies = await Promise.all(Array.from({ length: 40 }, () => readBody('many')))
    expect(new Set(bodies).size).toBe(1)
    // Writes of other tests on the same server may split them into a few groups.
    expect(countUsers.mock.calls.length).toBeLessThan(20)
  })
})

describe('readSnapshot', () => {
  test('changes after every commit', async () => {
    for (let round = 0; round < 20; round += 1) {
      const before = await readSnapshot(database.pool)
      await other.db.execute(insertUser(`snapshot ${round}`))
      expect(await readSnapshot(database.pool)).not.toBe(before)
    }
  })

  test('starts a new read for calls during a read, shared by all of them', async () => {
    let readings = 0
    const gate = Promise.withResolvers<void>()
    const query = async (statement: unknown) => {
      if (typeof statement === 'string') return { rows: [{ isSupported: true }] }
      readings += 1
      const reading = readings
      await gate.promise
      return { rows: [[String(reading)]] }
    }
    const slow = { query, options: { max: 1 } } as unknown as typeof database.pool
    const early = readSnapshot(slow)
    await vi.waitUntil(() => readings === 1)
    const late = [readSnapshot(slow), readSnapshot(slow)]
    gate.resolve()
    expect(await Promise.all([early, ...late])).toEqual(['1', '2', '2'])
  })
})
