import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { testContext } from '#server/testing-context.ts'
import { getUser } from '#server/users/queries.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query(`insert into users (id, name, name_key, email, bio, location, origin, created_at)
    select 'u' || i, 'Name ' || i, 'name', i || '@hindsight.example', '', '', 'test', now() from generate_series(1, 300) i`)
})
afterAll(() => database.drop())

const nameOf = async (id: string) => (await getUser(testContext(database.db), id)).name

it('gives each who asks the record of its key, whoever asks at the same time, and tells which is not there', async () => {
  const numbers = Array.from({ length: 300 }, (_, index) => 1 + ((index * 7) % 300))
  const asked = [...numbers, 5, 5, 301]
  const found = await Promise.allSettled(asked.map((number) => nameOf(`u${number}`)))
  expect(found.slice(0, -1)).toEqual(
    asked.slice(0, -1).map((number) => ({ status: 'fulfilled', value: `Name ${number}` })),
  )
  expect(found.at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'not_found' } })
})

it('sees what was written before it was asked', async () => {
  for (const name of ['One', 'Two', 'Three']) {
    await database.pool.query('update users set name = $1 where id = $2', [name, 'u1'])
    expect(await nameOf('u1')).toBe(name)
  }
})

it('sees within a transaction what the transaction wrote', async () => {
  await database.db.transaction(async (tx) => {
    await tx.execute("update users set name = 'Inside' where id = 'u2'")
    expect((await getUser({ ...testContext(database.db), db: tx }, 'u2')).name).toBe('Inside')
    expect(await nameOf('u2')).toBe('Name 2')
  })
})

it('asks the database once for what is asked for in one turn', async () => {
  await nameOf('u3')
  const client = await database.pool.connect()
  const query = vi.spyOn(Object.getPrototypeOf(client), 'query')
  client.release()
  await Promise.all(['u4', 'u5', 'u6'].map(nameOf))
  const asked = query.mock.calls.length
  query.mockRestore()
  expect(asked).toBe(1)
})
