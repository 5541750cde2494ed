import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDatabase } from './client.ts'
import { databaseErrorCode } from './error-code.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'
import { startDatabaseProxy } from './testing-proxy.ts'
import { waitingToWrite, writeTogether } from './write-together.ts'

type Pool = TestDatabase['pool']

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query('create table written (id int primary key, value int not null, xid xid8 not null)')
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.pool.query('truncate written')
})

async function withPool<Result>(url: string, use: (pool: Pool) => Promise<Result>): Promise<Result> {
  const { pool } = createDatabase(url, { poolSize: 8, statementTimeout: 1_000 })
  pool.on('error', () => {})
  try {
    return await use(pool)
  } finally {
    await pool.end()
  }
}

const insert = (pool: Pool, id: number, value: number) =>
  writeTogether(pool, {
    name: 'insert',
    text: 'insert into written values ($1, 10 / $2::int, pg_current_xact_id()) returning id',
    values: [id, value],
    rowMode: 'array',
  }).then(({ rows }) => rows[0]?.[0])
const failure = (error: unknown) => databaseErrorCode(error) ?? 'none'
const stored = async () => (await database.pool.query('select id from written order by id')).rows.map(({ id }) => id)
const transactions = async () => {
  const { rows } = await database.pool.query('select count(distinct xid::text)::int as count from written')
  return rows[0].count
}
const endOthers =
  'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
/** Bytes of a message of the database before its text: its kind and its length. */
const messageHead = 5
/** An error as the database sends it. */
function errorOf(code: string): Buffer {
  const text = Buffer.from(`SERROR\0C${code}\0MA failure\0\0`)
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(text.length + 4, 1)
  return Buffer.concat([head, text])
}
const numbers = Array.from({ length: 40 }, (_, index) => index + 1)

describe('writes that are asked for at once', () => {
  it('are few transactions, and each gets its own answer', async () => {
    await withPool(database.url, async (pool) => {
      expect(await Promise.all(numbers.map((number) => insert(pool, number, 1)))).toEqual(numbers)
      expect(await stored()).toEqual(numbers)
      expect(await transactions()).toBe(3)
      expect(waitingToWrite(pool)).toBe(0)
      expect(pool.idleCount).toBe(pool.totalCount)
    })
  })

  it('fail alone, and what fails is not done in part', async () => {
    await withPool(database.url, async (pool) => {
      const told = await Promise.all(
        numbers.map((number) => insert(pool, number, number % 10 === 0 ? 0 : 1).catch(failure)),
      )
      expect(told).toEqual(numbers.map((number) => (number % 10 === 0 ? '22012' : number)))
      expect(await stored()).toEqual(numbers.filter((number) => number % 10 !== 0))
    })
  })

  it('are one after the other where they write the same', async () => {
    await withPool(database.url, async (pool) => {
      const results = await Promise.all([1, 2, 1, 3, 1].map((number) => insert(pool, number, 1).catch(failure)))
      // Each is tried again on a connection of its own, so any of the three may be the first.
      const same = [0, 2, 4].map((place) => results[place])
      expect(same.toSorted()).toEqual([1, '23505', '23505'])
      expect([results[1], results[3]]).toEqual([2, 3])
      expect(await stored()).toEqual([1, 2, 3])
    })
  })

  it('do not wait for one that waits for a lock', async () => {
    await withPool(database.url, async (pool) => {
      await insert(pool, 1, 1)
      const holder = await database.pool.connect()
      await holder.query('begin; update written set value = 5 where id = 1')
      const change = (id: number) =>
        writeTogether(pool, {
          text: 'update written set value = value + 1 where id = $1 returning value',
          values: [id],
          rowMode: 'array',
        }).then(({ rows }) => rows[0]?.[0])
      const [locked, other] = [change(1), insert(pool, 2, 1)]
      expect(await other).toBe(2)
      const later = insert(pool, 3, 1)
      expect(await later).toBe(3)
      await holder.query('commit')
      holder.release()
      expect(await locked).toBe(6)
    })
  })

  it('are not held up by two that are alone and wait for a lock', async () => {
    await withPool(database.url, async (pool) => {
      await insert(pool, 1, 1)
      const holder = await database.pool.connect()
      await holder.query('begin; update written set value = 5 where id = 1')
      const change = () =>
        writeTogether(pool, { text: 'update written set value = 6 where id = 1', values: [], rowMode: 'array' })
      const first = change()
      await wait(10)
      const second = change()
      await wait(10)
      expect(await Promise.all([2, 3, 4].map((number) => insert(pool, number, 1)))).toEqual([2, 3, 4])
      await holder.query('commit')
      holder.release()
      await Promise.all([first, second])
      await expect.poll(() => waitingToWrite(pool)).toBe(0)
    })
  })

  it('end where one takes all the time it may, and the others are done', async () => {
    await withPool(database.url, async (pool) => {
      const slow = writeTogether(pool, {
        text: 'insert into written select 9, 1, pg_current_xact_id() from pg_sleep(5)',
        values: [],
        rowMode: 'array',
      }).catch(failure)
      const [first, told] = await Promise.all([insert(pool, 1, 1), slow])
      expect([first, told]).toEqual([1, '57014'])
      expect(await stored()).toEqual([1])
    })
  })

  it('are done by themselves where a session lacks what was prepared', async () => {
    await withPool(database.url, async (pool) => {
      await Promise.all([1, 2].map((number) => insert(pool, number, 1)))
      const client = await pool.connect()
      await client.query('deallocate all')
      client.release()
      expect(await Promise.all([3, 4].map((number) => insert(pool, number, 1)))).toEqual([3, 4])
      expect(await stored()).toEqual([1, 2, 3, 4])
    })
  })
})

describe('a connection that breaks', () => {
  it('fails what it was to write, and nothing of it is done a second time', async () => {
    const proxy = await startDatabaseProxy(database.url)
    await withPool(proxy.url, async (pool) => {
      await insert(pool, 100, 1)
      const told = Promise.all(numbers.map((number) => insert(pool, number, 1).catch(() => 'failed')))
      await wait(0)
      await database.pool.query(endOthers)
      const answers = await told
      const done = await stored()
      for (const [index, answer] of answers.entries()) {
        if (answer !== 'failed') expect(done).toContain(numbers[index])
      }
      expect(waitingToWrite(pool)).toBe(0)
      expect(await insert(pool, 200, 1)).toBe(200)
    })
    await proxy.close()
  })

  it('fails none that can be done yet, where another one had undone it all', async () => {
    const proxy = await startDatabaseProxy(database.url)
    await withPool(proxy.url, async (pool) => {
      await insert(pool, 100, 1)
      let isArmed = true
      proxy.edit((sent) => {
        const isCut = isArmed && sent.includes('ROLLBACK\0')
        if (isCut) isArmed = false
        return isCut ? sent.subarray(0, sent.indexOf('ROLLBACK\0') - messageHead) : sent
      })
      const told = Promise.all([0, 2, 3].map((number) => insert(pool, number, number).catch(failure)))
      await wait(200)
      await database.pool.query(endOthers)
      expect(await told).toEqual(['22012', 2, 3])
    })
    await proxy.close()
  })

  it.each(['40003', '08P01'])(
    'may be told with %s where the commit was done, which is not done again',
    async (code) => {
      const proxy = await startDatabaseProxy(database.url)
      await withPool(proxy.url, async (pool) => {
        await insert(pool, 100, 1)
        await database.pool.query('alter table written drop constraint written_pkey')
        proxy.edit((sent) => {
          const at = sent.indexOf('COMMIT\0')
          if (at === -1) return sent
          return Buffer.concat([
            sent.subarray(0, at - messageHead),
            errorOf(code),
            sent.subarray(at + 'COMMIT\0'.length),
          ])
        })
        expect(await Promise.all([1, 2].map((number) => insert(pool, number, 1).catch(failure)))).toEqual([code, code])
        expect(await stored()).toEqual([1, 2, 100])
        await database.pool.query('alter table written add primary key (id)')
      })
      await proxy.close()
    },
  )

  it('is told where it breaks before the commit is answered, and nobody tries again', async () => {
    const proxy = await startDatabaseProxy(database.url)
    await withPool(proxy.url, async (pool) => {
      await insert(pool, 100, 1)
      const holder = await database.pool.connect()
      await holder.query('begin; lock table written in share row exclusive mode')
      const told = Promise.all([1, 2].map((number) => insert(pool, number, 1).catch(() => 'failed')))
      await wait(10)
      proxy.freeze()
      await holder.query('commit')
      holder.release()
      // Long enough for the database to do what reached it.
      await wait(200)
      await proxy.close()
      expect(await told).toEqual(['failed', 'failed'])
      const done = await stored()
      expect([[100], [1, 2, 100]]).toContainEqual(done)
    })
  })
})
