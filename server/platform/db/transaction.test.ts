import { type SQL, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { runs } from '#server/platform/testing-runs.ts'
import { createDatabase, type Queryable } from './client.ts'
import { provideTestDatabase } from './testing.ts'
import { transact } from './transaction.ts'

const database = provideTestDatabase()

test('fails with the original error, not with that of the rollback', async () => {
  const reason = new Error('No space left on device')
  const failing = transact(database.db, async (tx) => {
    await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`).catch(() => {})
    throw reason
  })
  await expect(failing).rejects.toBe(reason)
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

const writers = 40
const rounds = runs(1)

/** Adds one to a counter by reading and writing it, as a command does, from many writers at once. */
async function countTogether(prepare?: SQL): Promise<number> {
  const { db, pool } = createDatabase(database.url, { poolSize: 10 })
  try {
    await db.execute(sql`insert into counters (series, last) values ('together', 0)
      on conflict (series) do update set last = 0`)
    const addOne = () =>
      transact(db, async (tx) => {
        if (prepare) await tx.execute(prepare)
        await tx.execute(sql`select count(*) from counters`)
        await tx.execute(sql`update counters set last = last + 1 where series = 'together'`)
      })
    for (let round = 0; round < rounds; round += 1) await Promise.all(Array.from({ length: writers }, addOne))
    const { rows } = await db.execute<{ last: number }>(sql`select last from counters where series = 'together'`)
    return rows[0]?.last ?? 0
  } finally {
    await pool.end()
  }
}

test('retries serialization failures until each of many writers has written', async () => {
  expect(await countTogether(sql`set transaction isolation level serializable`)).toBe(writers * rounds)
})

test.each(['serializable', 'repeatable read'])(
  'writes at its own isolation level where %s is the default',
  async (level) => {
    const name = new URL(database.url).pathname.slice(1)
    await database.pool.query(`alter database ${name} set default_transaction_isolation = '${level}'`)
    const { db, pool } = createDatabase(database.url, { poolSize: 2 })
    try {
      const shown = (query: Queryable) => query.execute(sql`show transaction_isolation`).then(({ rows }) => rows[0])
      const expected = { transaction_isolation: 'read committed' }
      expect(await shown(db)).toEqual(expected)
      expect(await transact(db, shown)).toEqual(expected)
      expect(await db.transaction(shown)).toEqual(expected)
      expect(await countTogether()).toBe(writers * rounds)
    } finally {
      await pool.end()
      await database.pool.query(`alter database ${name} reset default_transaction_isolation`)
    }
  },
)
