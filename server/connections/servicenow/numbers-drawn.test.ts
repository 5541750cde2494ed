import { eq, isNull, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { fill } from '#e2e/lab/servicenow/fill.ts'
import { type HostileServiceNow, startServiceNow } from '#e2e/lab/servicenow/hostile-servicenow.ts'
import { makeSysId } from '#e2e/lab/servicenow/tables.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/testing.ts'
import { setRuntime } from '#server/platform/runtime/runtime.ts'
import { runs } from '#server/platform/testing-runs.ts'
import { changes } from '#server/schema/changes.ts'
import { connectionRecords, connectionRefusals } from '#server/schema/connections.ts'
import { connectTo, provideDatabase } from './testing-connect.ts'

afterEach(() => setRuntime(undefined))

const table = 'change_request'
const count = 6

/** Edits in the instance, each to the record and number of two places. */
const writes = {
  edit: (instance: HostileServiceNow, id: string) => write(instance, id, {}),
  renumber: (instance: HostileServiceNow, id: string, number: string) => write(instance, id, { number }),
  remove: (instance: HostileServiceNow, id: string) => instance.deleteRow(table, id),
  read: () => {},
}
let edits = 0

/** Edits a record, or adds it again. */
function write(instance: HostileServiceNow, id: string, fields: Readonly<Record<string, string>>): void {
  const template = instance.readRow(table, makeSysId(table, count)) ?? {}
  const before = instance.readRow(table, id) ?? { ...template, number: `CHG000000${1 + (edits % count)}` }
  edits += 1
  instance.writeRow(table, { ...before, ...fields, sys_id: id, short_description: `Edit ${edits}` })
}

/** Lists remote rows that are neither refused nor the local record of their number with the same title. */
async function findLost({ db }: TestDatabase, instance: HostileServiceNow): Promise<string[]> {
  const stored = await db
    .select({ id: connectionRecords.remoteId, number: changes.number, title: changes.title })
    .from(connectionRecords)
    .innerJoin(changes, eq(changes.number, connectionRecords.key))
    .where(isNull(connectionRecords.remoteDeletedAt))
  const refused = new Set((await db.select().from(connectionRefusals)).map(({ remoteId }) => remoteId))
  const local = new Map(stored.map((record) => [record.id, record]))
  return [...(instance.tables[table]?.rows.values() ?? [])].flatMap((row) => {
    const record = local.get(row.sys_id ?? '')
    const isCurrent = record?.number === row.number && record?.title === row.short_description
    return isCurrent || refused.has(row.sys_id ?? '') ? [] : [`${row.sys_id} ${row.number}`]
  })
}

/** Lists local numbers that belong to two records of the source. */
const findShared = async ({ db }: TestDatabase) =>
  (
    await db
      .select({ key: connectionRecords.key })
      .from(connectionRecords)
      .where(isNull(connectionRecords.remoteDeletedAt))
      .groupBy(connectionRecords.key)
      .having(sql`count(*) > 1`)
  ).map(({ key }) => key)

test('each remote record is the local one of its number or refused, after any renumbering, removal and addition', async () => {
  const place = fc.integer({ min: 0, max: count - 1 })
  const action = fc.constantFrom(...(Object.keys(writes) as (keyof typeof writes)[]))
  const step = fc.record({ action, at: place, number: fc.integer({ min: 1, max: count + 3 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), async (steps) => {
      const database = await createTestDatabase()
      provideDatabase(database)
      const instance = await startServiceNow()
      try {
        fill(instance, { changes: count + 1, states: ['-2'] })
        const connection = await connectTo(instance, database.db, { tables: { [table]: {} }, page_size: 3 })
        await connection.run()
        for (const { action, at, number } of steps) {
          writes[action](instance, makeSysId(table, at), `CHG000000${number}`)
          if (action === 'read') await connection.run()
        }
        await connection.run()
        expect(await findLost(database, instance)).toEqual([])
        expect(await findShared(database)).toEqual([])
      } finally {
        await instance.stop()
        await database.drop()
      }
    }),
    { numRuns: runs(3) },
  )
})
