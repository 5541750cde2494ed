import { beforeEach, expect, test } from 'vitest'
import { migrateDatabase } from './migrate.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'
import { migrationsBefore } from './testing-migrations.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase({ isMigrated: false })
  return () => database.drop()
})

test('migration 0023 clears outcomes that an import derived from close codes, and no others', async () => {
  const { pool } = database
  await migrateDatabase(pool, { folder: migrationsBefore('0023_review_integrity') })
  const rows = [
    ['invented', 'import', false, null, null],
    ['of a demo', 'demo', false, null, null],
    ['reviewed', 'import', true, null, null],
    ['with a reference', 'import', false, 'PIR-2026-0001', null],
    ['with a date', 'import', false, null, '2026-03-09'],
    ['written', 'import', false, null, null],
    ['edited', 'import', false, null, null],
  ]
  for (const [number, origin, isCompleted, reference, date] of rows) {
    await pool.query(
      `insert into changes (number, title, state, type, affected_services, close_code, origin, created_at, updated_at,
         pir_outcome, pir_completed, pir_reference, pir_date)
       values ($1, 'Title', 'closed', 'normal', '{}', 'successful', $2, now(), now(), 'successful', $3, $4, $5)`,
      [number, origin, isCompleted, reference, date],
    )
  }
  for (const [id, number, field] of [
    ['aud_1', 'written', 'pir_outcome'],
    ['aud_2', 'edited', 'state'],
  ]) {
    await pool.query(
      `insert into audit_events (id, at, actor_kind, actor_id, actor_name, action, entity_type, entity_id, changes, request_id)
       values ($1, now(), 'token', 'tok_1', 'Sync', 'update', 'change', $2, json_build_object($3::text, json_build_object('to', 'successful')), 'r')`,
      [id, number, field],
    )
  }
  await migrateDatabase(pool)
  const read = await pool.query('select number, version from changes where pir_outcome is null order by number')
  expect(read.rows).toEqual([
    { number: 'edited', version: 2 },
    { number: 'invented', version: 2 },
  ])
})
