import { expect, test } from 'vitest'
import { migrateDatabase } from '#server/platform/db/migrate/migrate.ts'
import { migrationsBefore } from '#server/platform/db/migrate/testing-migrations.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { selectEntries } from './entries-of-record.ts'

const database = provideTestDatabase({ isMigrated: false })

/** Inserts an entry of the history like earlier versions, which stored no former number. */
const insert = (id: string, type: string, number: string, action = 'update', changes: object = {}) =>
  database.pool.query(
    `insert into audit_events (id, at, actor_kind, actor_id, actor_name, action, entity_type, entity_id, changes, request_id)
     values ($1, '2026-01-01T00:00:00Z', 'system', 'con_1', 'ServiceNow', $2, $3, $4, $5, 'r')`,
    [id, action, type, number, JSON.stringify(changes)],
  )

async function renumber(id: string, type: string, from: string, to: string) {
  await insert(`${id}a`, type, from, 'delete', { number: { from, to } })
  await insert(`${id}b`, type, to, 'create', { number: { from, to } })
}

test('a record that an earlier version renumbered has the history of its former numbers after the upgrade', async () => {
  await migrateDatabase(database.pool, { folder: migrationsBefore('0055_former_numbers') })
  await insert('evt_1', 'incident', 'INC1')
  await renumber('evt_2', 'incident', 'INC1', 'INC2')
  await insert('evt_3', 'incident', 'INC2')
  await insert('evt_4', 'incident', 'INC1')
  await renumber('evt_5', 'incident', 'INC2', 'INC3')
  await insert('evt_6', 'change', 'INC1')
  await insert('evt_7', 'change', 'CHG1', 'delete', { number: { from: 'CHG1', to: null } })
  await migrateDatabase(database.pool)
  const listEntryIds = async (type: string, number: string) => {
    const { rows } = await database.pool.query(
      `select e.id from ${selectEntries(`'${type}'`, `'${number}'`)} e order by id`,
    )
    return rows.map(({ id }) => id)
  }
  expect(await listEntryIds('incident', 'INC3')).toEqual(['evt_1', 'evt_2a', 'evt_2b', 'evt_3', 'evt_5a', 'evt_5b'])
  expect(await listEntryIds('incident', 'INC1')).toEqual(['evt_4'])
  expect(await listEntryIds('change', 'INC1')).toEqual(['evt_6'])
})
