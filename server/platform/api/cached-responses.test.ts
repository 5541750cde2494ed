import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createDatabase } from '#server/platform/db/client.ts'
import { currentSnapshot } from '#server/platform/db/snapshot.ts'
import { createTestDatabase } from '#server/platform/db/testing.ts'
import type { HttpResponse } from '#server/platform/http/response.ts'
import { respondFromCache } from './cached-responses.ts'
import { setTestRuntime } from './testing-call.ts'

const database = await createTestDatabase()
const { db, pool } = database
/** The pool of another process on the same database. */
const other = createDatabase(database.url, { poolSize: 2, pipeline: true })

beforeAll(() => setTestRuntime(database))
afterAll(async () => {
  await other.pool.end()
  await database.drop()
})

const insertUser = (id: string) => sql`insert into users (id, name, name_key, email, bio, location, origin, created_at)
  values (${id}, ${id}, ${id}, ${id}, '', '', 'entry', now())`

const answer = (body: string): HttpResponse => ({ status: 200, headers: {}, body })
const countUsers = vi.fn(async () => {
  const { rows } = await db.execute<{ count: string }>(sql`select count(*) from users`)
  return answer(rows[0]?.count ?? '')
})
const ask = async (key: string) => String((await respondFromCache(key, countUsers)).body)

describe('an answer from memory', () => {
  it('shows every write that was committed before it was asked for, by whichever process', async () => {
    for (let written = 0; written < 5; written += 1) {
      expect(await ask('users')).toBe(String(written))
      expect(await ask('users')).toBe(String(written))
      await (written % 2 === 0 ? db : other.db).execute(insertUser(`user ${written}`))
    }
  })

  it('shows a transaction when it is committed, not before and not when it is undone', async () => {
    await ask('open')
    const before = await ask('open')
    for (const end of ['rollback', 'commit'] as const) {
      const client = await other.pool.connect()
      await client.query('begin')
      await client.query(
        `insert into users (id, name, name_key, email, bio, location, origin, created_at)
         values ($1, $1, $1, $1, '', '', 'entry', now())`,
        [`to ${end}`],
      )
      expect(await ask('open')).toBe(before)
      await client.query(end)
      client.release()
      expect(await ask('open')).toBe(end === 'commit' ? String(Number(before) + 1) : before)
    }
  })

  it('is made once for many who ask at the same time', async () => {
    await ask('many')
    countUsers.mockClear()
    const bodies = await Promise.all(Array.from({ length: 40 }, () => ask('many')))
    expect(new Set(bodies).size).toBe(1)
    // A write elsewhere on the server, which other tests share, may part them into a few groups.
    expect(countUsers.mock.calls.length).toBeLessThan(20)
  })

  it('is not kept of a failure', async () => {
    const fail = () => Promise.reject(new Error('away'))
    await ask('failing')
    await expect(respondFromCache('failing', fail)).rejects.toThrow('away')
    expect(await ask('failing')).toMatch(/^\d+$/)
  })
})

describe('the snapshot', () => {
  it('is another one after any commit', async () => {
    for (let round = 0; round < 20; round += 1) {
      const before = await currentSnapshot(pool)
      await other.db.execute(insertUser(`snapshot ${round}`))
      expect(await currentSnapshot(pool)).not.toBe(before)
    }
  })

  it('is read after the call also where a reading is under way, once for all who wait', async () => {
    let readings = 0
    const gate = Promise.withResolvers<void>()
    const query = async (asked: unknown) => {
      if (typeof asked === 'string') return { rows: [{ told: true }] }
      readings += 1
      const reading = readings
      await gate.promise
      return { rows: [[String(reading)]] }
    }
    const slow = { query, options: { max: 1 } } as unknown as typeof pool
    const early = currentSnapshot(slow)
    await vi.waitUntil(() => readings === 1)
    const late = [currentSnapshot(slow), currentSnapshot(slow)]
    gate.resolve()
    expect(await Promise.all([early, ...late])).toEqual(['1', '2', '2'])
  })
})
