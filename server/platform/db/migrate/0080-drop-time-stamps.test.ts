import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '#server/platform/db/testing.ts'
import { migrateDatabase } from './migrate.ts'
import { migrationsBefore } from './testing-migrations.ts'

test('migrations 0077 to 0080 keep what the witness signed, and saved views without density and board', async () => {
  const { pool, drop } = await createTestDatabase({ isMigrated: false })
  onTestFinished(drop)
  await migrateDatabase(pool, { folder: migrationsBefore('0077_drop_votes') })
  await pool.query(`insert into ledger_receipts (kind, size, checkpoint, response, received_at) values
    ('cosignature', 7, 'signed', null, now()), ('time-stamp', 7, 'dated', '\\x01', now())`)
  await pool.query(`insert into settings (key, value, updated_at, updated_by) values
    ('time_stamp_url', '"https://stamp.example"', now(), 'Ada'), ('witness_url', '"https://witness.example"', now(), 'Ada')`)
  const searches = [
    ['incidents', 'columns=number,state&density=compact', 'columns=number,state'],
    ['incidents', 'density=compact&sort=number', 'sort=number'],
    ['improvements', 'status=all&view=board', 'status=all'],
    ['improvements', 'view=board&owner=me', 'owner=me'],
    ['changes', 'query=density%3D1', 'query=density%3D1'],
  ] as const
  for (const [index, [page, search]] of searches.entries()) {
    await pool.query(
      `insert into saved_views (id, account_id, owner_name, page, name, search, is_shared, created_at)
       values ($1, 'acc_1', 'Ada', $2, $1, $3, false, now())`,
      [`viw_${index}`, page, search],
    )
  }
  await migrateDatabase(pool)
  expect((await pool.query('select size, checkpoint from ledger_receipts')).rows).toEqual([
    { size: '7', checkpoint: 'signed' },
  ])
  expect((await pool.query('select key from settings')).rows).toEqual([{ key: 'witness_url' }])
  const { rows } = await pool.query('select search from saved_views order by id')
  expect(rows.map(({ search }) => search)).toEqual(searches.map(([, , kept]) => kept))
})
