import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { changes } from '#server/db/schema/changes.ts'
import { createDatabase, type Queryable } from './client.ts'
import { waitingInPipelines } from './pipeline.ts'
import { runShaped } from './statement.ts'
import { createTestDatabase } from './testing.ts'
import { inTransaction } from './transaction.ts'

const { db, pool, url, drop } = await createTestDatabase()
afterAll(drop)

const fields = { number: changes.number, plannedStart: changes.plannedStart, plan: changes.implementationPlan }
const build = vi.fn((within = db) => ({
  query: within
    .select(fields)
    .from(changes)
    .where(eq(changes.number, sql.placeholder('number'))),
  fields,
}))
const read = (number: string) => runShaped(db, { key: 'a test reads a change', values: { number } }, () => build())

describe('a statement of a shape', () => {
  it('gives each call the rows of its values, read as drizzle reads them', async () => {
    const at = '2026-03-01T10:00:00.000Z'
    for (const number of ['CHG1', 'CHG2']) {
      await db.execute(sql`insert into changes (number, title, state, type, affected_services, planned_start,
        implementation_plan, origin, created_at, updated_at) values (${number}, 'A change', 'new', 'normal', '{}', ${at},
        ${JSON.stringify({ of: number })}, 'entry', ${at}, ${at})`)
    }
    for (const number of ['CHG1', 'CHG2', 'CHG1']) {
      const row = { number, plannedStart: at, plan: { of: number } }
      expect(await read(number)).toEqual([row])
      expect(await build().query.execute({ number })).toEqual([row])
    }
    expect(await read('CHG3')).toEqual([])
  })

  it('is built once for its shape', async () => {
    build.mockClear()
    await read('CHG1')
    expect(build).not.toHaveBeenCalled()
  })

  it('sees within a transaction what the transaction wrote', async () => {
    await db.transaction(async (tx) => {
      await tx
        .update(changes)
        .set({ implementationPlan: { of: 'now' } })
        .where(eq(changes.number, 'CHG1'))
      const shape = { key: 'a test reads a change', values: { number: 'CHG1' } }
      expect(await runShaped(tx, shape, () => build(tx as never))).toMatchObject([{ plan: { of: 'now' } }])
    })
  })

  it('is run all the same where sessions have forgotten what was prepared', async () => {
    const forget = async () => {
      const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
      for (const client of clients) {
        await client.query('discard all')
        client.release()
      }
    }
    const shape = { key: 'a test writes a change', values: { number: 'CHG2' } }
    const write = (within: Queryable) =>
      runShaped(within, shape, () => ({
        query: within
          .update(changes)
          .set({ state: 'review' })
          .where(eq(changes.number, sql.placeholder('number')))
          .returning(fields),
        fields,
      }))
    for (const _ of Array.from({ length: 20 })) await write(db)
    for (const ask of [() => read('CHG2'), () => write(db), () => inTransaction(db, write)]) {
      await Promise.all(Array.from({ length: pool.options.max }, ask))
      await forget()
      expect(await ask()).toMatchObject([{ number: 'CHG2' }])
    }
  })

  it('shares no connection after it took all the time that it may', async () => {
    const hasty = createDatabase(url, { poolSize: 5, statementTimeout: 2_000 })
    const shape = { key: 'a test looks slowly', values: {} }
    const look = () => runShaped(hasty.db, shape, () => ({ query: db.select(fields).from(changes), fields }))
    await look()
    const locker = await pool.connect()
    await locker.query('begin')
    await locker.query('lock table changes in access exclusive mode')
    const shared = look()
    expect(waitingInPipelines(hasty.pool)).toBe(1)
    await expect(shared).rejects.toMatchObject({ code: '57014' })
    await locker.query('rollback')
    locker.release()
    const next = look()
    expect(waitingInPipelines(hasty.pool)).toBe(0)
    expect(await next).toHaveLength(2)
    await hasty.pool.end()
  })
})
