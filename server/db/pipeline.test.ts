import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase } from './client.ts'
import { databaseErrorCode } from './error-code.ts'
import { queryPipelined, waitingInPipelines } from './pipeline.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query('create table held as select 1 as one')
})
afterAll(() => database.drop())

async function withPool<Result>(poolSize: number, use: (pool: TestDatabase['pool']) => Promise<Result>) {
  const { pool } = createDatabase(database.url, { poolSize, statementTimeout: 3_000 })
  try {
    return await use(pool)
  } finally {
    await pool.end()
  }
}

const ask = async (pool: TestDatabase['pool'], text: string, ...values: unknown[]) => {
  const { result } = await queryPipelined(pool, { text, values, rowMode: 'array' })
  return result.rows[0]?.[0]
}
const numbers = Array.from({ length: 200 }, (_, index) => index)
/** So few that they share a connection also where the machine stands still for a moment. */
const few = numbers.slice(0, 20)

describe('statements that share a connection', () => {
  it('get their own answers, on one connection', async () => {
    await withPool(8, async (pool) => {
      const answers = await Promise.all(numbers.map((number) => ask(pool, 'select $1::int * 2', number)))
      expect(answers).toEqual(numbers.map((number) => number * 2))
      const sessions = await Promise.all(few.map(() => ask(pool, 'select pg_backend_pid()')))
      expect(new Set(sessions).size).toBeLessThanOrEqual(2)
    })
  })

  it('fail alone', async () => {
    await withPool(8, async (pool) => {
      const divide = (number: number) => ask(pool, 'select 10 / $1::int', number).catch(databaseErrorCode)
      expect(await Promise.all([5, 0, 2, 0, 1].map(divide))).toEqual([2, '22012', 5, '22012', 10])
    })
  })

  it('leave the connection as it was to whoever gets it next', async () => {
    await withPool(8, async (pool) => {
      await Promise.all(numbers.map((number) => ask(pool, 'select $1::int', number)))
      expect(waitingInPipelines(pool)).toBe(0)
      expect(pool.idleCount).toBe(pool.totalCount)
      const client = await pool.connect()
      await client.query('begin')
      const inside = await client.query('select pg_backend_pid() as pid')
      const others = await Promise.all(numbers.map(() => ask(pool, 'select pg_backend_pid()')))
      expect(others).not.toContain(inside.rows[0].pid)
      await client.query('commit')
      client.release()
    })
  })

  it('are told when the connection breaks, and the next ones get another', async () => {
    await withPool(8, async (pool) => {
      const pid = await ask(pool, 'select pg_backend_pid()')
      const waiting = Promise.allSettled(few.map(() => ask(pool, 'select pg_sleep(0.2)::text')))
      await database.pool.query('select pg_terminate_backend($1)', [pid])
      expect((await waiting).map(({ status }) => status)).toContain('rejected')
      expect(waitingInPipelines(pool)).toBe(0)
      expect(await ask(pool, 'select 7')).toBe(7)
    })
  })

  it('wait no longer than a moment behind one that takes its time', async () => {
    await withPool(8, async (pool) => {
      const slow = [ask(pool, 'select pg_sleep(2)::text'), ask(pool, 'select pg_sleep(2)::text')]
      await new Promise((resolve) => setTimeout(resolve, 150))
      const started = performance.now()
      expect(await ask(pool, 'select 7')).toBe(7)
      expect(performance.now() - started).toBeLessThan(1500)
      await Promise.all(slow)
    })
  })

  it.each([
    ['prepared', { name: 'held' }],
    ['not prepared', {}],
  ])('that are %s are run on their own where they waited behind one that took all its time', async (_, named) => {
    await withPool(8, async (pool) => {
      const shared = await ask(pool, 'select pg_backend_pid()')
      const locker = await database.pool.connect()
      await locker.query('begin')
      await locker.query('lock table held in access exclusive mode')
      const [first, ...behind] = few.map(() =>
        queryPipelined(pool, { ...named, text: 'select pg_backend_pid() from held', rowMode: 'array' }),
      )
      const others = Promise.all(behind)
      expect(await first?.catch(databaseErrorCode)).toBe('57014')
      await locker.query('rollback')
      locker.release()
      const sessions = (await others).map(({ result }) => result.rows[0]?.[0])
      expect(sessions).not.toContain(shared)
      expect(sessions).not.toContain(undefined)
    })
  })

  it('are run all the same where the session has forgotten what was prepared', async () => {
    await withPool(8, async (pool) => {
      const session = async () => {
        const { result } = await queryPipelined(pool, { name: 's', text: 'select pg_backend_pid()', rowMode: 'array' })
        return result.rows[0]?.[0]
      }
      const before = await session()
      await pool.query('discard all')
      const after = await Promise.all(numbers.map(session))
      expect(after.filter((pid) => typeof pid === 'number')).toHaveLength(numbers.length)
      expect(await session()).not.toBe(before)
    })
  })

  it('that cannot be sent leave nothing to be answered to whoever asks next', async () => {
    await withPool(8, async (pool) => {
      const unsendable = {
        toPostgres() {
          throw new Error('no such value')
        },
      }
      const failed = await Promise.allSettled([1, 2, 3].map(() => ask(pool, 'select $1::int', unsendable)))
      expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
      const answers = await Promise.all([1, 2, 3].map((number) => pool.query('select $1::int as number', [number])))
      expect(answers.map(({ rows }) => rows)).toEqual([[{ number: 1 }], [{ number: 2 }], [{ number: 3 }]])
    })
  })

  it('are no more than are answered soon: the others wait for connections as long as one may', async () => {
    await withPool(8, async (pool) => {
      const look = () => ask(pool, 'select pg_backend_pid() from pg_sleep(0.05)')
      const before = await Promise.all(numbers.slice(0, 40).map(look))
      expect(new Set(before).size).toBe(1)
      const after = await Promise.all(numbers.slice(0, 80).map(look))
      expect(new Set(after).size).toBeGreaterThan(1)
    })
  })

  it('take no connection from a pool that has few', async () => {
    await withPool(2, async (pool) => {
      const sleepers = [ask(pool, 'select pg_sleep(0.1)::text'), ask(pool, 'select pg_sleep(0.1)::text')]
      expect(waitingInPipelines(pool)).toBe(0)
      await Promise.all(sleepers)
    })
  })
})
