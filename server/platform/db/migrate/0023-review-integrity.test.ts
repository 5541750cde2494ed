import { beforeEach, expect, test } from 'vitest'
import { provideDatabaseForEachTest } from '#server/platform/db/testing.ts'
import { migrateDatabase } from './migrate.ts'
import { migrationsBefore } from './testing-migrations.ts'

const database = provideDatabaseForEachTest({ isMigrated: false })
beforeEach(async () => {
  await migrateDatabase(database.pool, { folder: migrationsBefore('0023_review_integrity') })
})

type AuditEntry = {
  readonly id: string
  readonly action: string
  readonly entity: readonly [type: string, id: string]
  readonly changes: object
}

const insertEntry = ({ id, action, entity: [type, entityId], changes }: AuditEntry) =>
  database.pool.query(
    `insert into audit_events (id, at, actor_kind, actor_id, actor_name, action, entity_type, entity_id, changes, request_id)
     values ($1, now(), 'account', 'acc_1', 'Ada', $2, $3, $4, $5, 'r')`,
    [id, action, type, entityId, JSON.stringify(changes)],
  )

test('migration 0023 removes names and searches of private views, and no others, from the history', async () => {
  const fields = (isShared: boolean) => ({
    name: { from: null, to: 'Salaries' },
    search: { from: null, to: 'query=x' },
    is_shared: { from: null, to: isShared },
  })
  await insertEntry({ id: 'aud_1', action: 'create', entity: ['saved_view', 'viw_1'], changes: fields(false) })
  await insertEntry({ id: 'aud_2', action: 'create', entity: ['saved_view', 'viw_2'], changes: fields(true) })
  await insertEntry({
    id: 'aud_3',
    action: 'delete',
    entity: ['saved_view', 'viw_1'],
    changes: {
      name: { from: 'Salaries', to: null },
      is_shared: { from: false, to: null },
    },
  })
  await insertEntry({
    id: 'aud_4',
    action: 'create',
    entity: ['user', 'u1'],
    changes: { name: { from: null, to: 'Ada' } },
  })
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
  await insertEntry({
    id: 'aud_1',
    action: 'create',
    entity: ['improvement', 'imp_1'],
    changes: { owner: { from: null, to: 'ada@x.org' } },
  })
  await insertEntry({
    id: 'aud_2',
    action: 'update',
    entity: ['improvement', 'imp_1'],
    changes: { owner: { from: 'ada@x.org', to: 'bo@x.org' } },
  })
  await insertEntry({
    id: 'aud_3',
    action: 'update',
    entity: ['improvement', 'imp_1'],
    changes: { owner: { from: 'bo@x.org', to: 'ines@x.org' } },
  })
  await insertEntry({
    id: 'aud_4',
    action: 'update',
    entity: ['improvement', 'imp_2'],
    changes: { title: { from: 'S', to: 'T' } },
  })
  await migrateDatabase(database.pool)
  const { rows } = await database.pool.query('select id, former_owners from improvements order by id')
  expect(rows).toEqual([
    { id: 'imp_1', former_owners: ['ada@x.org', 'bo@x.org'] },
    { id: 'imp_2', former_owners: [] },
  ])
})

test('migration 0023 clears outcomes that an import derived from close codes, and no others', async () => {
  const { pool } = database
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
  ] as const) {
    const changes = { [field]: { to: 'successful' } }
    await insertEntry({ id, action: 'update', entity: ['change', number], changes })
  }
  await migrateDatabase(pool)
  const read = await pool.query('select number, version from changes where pir_outcome is null order by number')
  expect(read.rows).toEqual([
    { number: 'edited', version: 2 },
    { number: 'invented', version: 2 },
  ])
})
