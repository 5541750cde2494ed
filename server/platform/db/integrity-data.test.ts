import { beforeEach, expect, test } from 'vitest'
import { migrateDatabase } from './migrate.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'
import { migrationsBefore } from './testing-migrations.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase({ isMigrated: false })
  await migrateDatabase(database.pool, { folder: migrationsBefore('0023_review_integrity') })
  return () => database.drop()
})

const record = (id: string, type: string, action: string, entity: string, changes: object) =>
  database.pool.query(
    `insert into audit_events (id, at, actor_kind, actor_id, actor_name, action, entity_type, entity_id, changes, request_id)
     values ($1, now(), 'account', 'acc_1', 'Ada', $2, $3, $4, $5, 'r')`,
    [id, action, type, entity, JSON.stringify(changes)],
  )

test('migration 0023 removes names and searches of private views, and no others, from the history', async () => {
  const fields = (isShared: boolean) => ({
    name: { from: null, to: 'Salaries' },
    search: { from: null, to: 'query=x' },
    is_shared: { from: null, to: isShared },
  })
  await record('aud_1', 'saved_view', 'create', 'viw_1', fields(false))
  await record('aud_2', 'saved_view', 'create', 'viw_2', fields(true))
  await record('aud_3', 'saved_view', 'delete', 'viw_1', {
    name: { from: 'Salaries', to: null },
    is_shared: { from: false, to: null },
  })
  await record('aud_4', 'user', 'create', 'u1', { name: { from: null, to: 'Ada' } })
  await migrateDatabase(database.pool)
  const { rows } = await database.pool.query('select id, changes from audit_events order by id')
  expect(rows).toEqual([
    { id: 'aud_1', changes: { is_shared: { from: null, to: false } } },
    { id: 'aud_2', changes: fields(true) },
    { id: 'aud_3', changes: { is_shared: { from: false, to: null } } },
    { id: 'aud_4', changes: { name: { from: null, to: 'Ada' } } },
  ])
})

test('migration 0023 fills in the earlier owners of an action from its history', async () => {
  for (const id of ['imp_1', 'imp_2']) {
    await database.pool.query(
      `insert into improvements (id, title, source_type, source_ref, owner, target_date, status, origin, created_at, updated_at)
       values ($1, 'T', 'pir', 'PIR-2026-0001', 'ines@x.org', '2026-05-01', 'open', 'entry', now(), now())`,
      [id],
    )
  }
  await record('aud_1', 'improvement', 'create', 'imp_1', { owner: { from: null, to: 'ada@x.org' } })
  await record('aud_2', 'improvement', 'update', 'imp_1', { owner: { from: 'ada@x.org', to: 'bo@x.org' } })
  await record('aud_3', 'improvement', 'update', 'imp_1', { owner: { from: 'bo@x.org', to: 'ines@x.org' } })
  await record('aud_4', 'improvement', 'update', 'imp_2', { title: { from: 'S', to: 'T' } })
  await migrateDatabase(database.pool)
  const { rows } = await database.pool.query('select id, former_owners from improvements order by id')
  expect(rows).toEqual([
    { id: 'imp_1', former_owners: ['ada@x.org', 'bo@x.org'] },
    { id: 'imp_2', former_owners: [] },
  ])
})
