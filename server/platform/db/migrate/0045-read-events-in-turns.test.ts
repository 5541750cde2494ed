import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '#server/platform/db/testing.ts'
import { migrateDatabase } from './migrate.ts'
import { migrationsBefore } from './testing-migrations.ts'

test('migration 0045 makes stored JSON readable, and leaves the rest', async () => {
  const { pool, drop } = await createTestDatabase({ isMigrated: false })
  onTestFinished(drop)
  await migrateDatabase(pool, { folder: migrationsBefore('0045_read_events_in_turns') })
  const stored = [
    [String.raw`{"title":{"to":"Deploy \ud83d"}}`, { title: { to: 'Deploy \ufffd' } }],
    [String.raw`{"\ud83d":"\ud83d\ud83d\u0000\ude00 \\ud83d"}`, { '\ufffd': '\ufffd\ufffd\ufffd\ufffd \\ud83d' }],
    [String.raw`{"a":"\ud83d\ude00 \\\ud83d \u00e4 🚀"}`, { a: '😀 \\\ufffd ä 🚀' }],
    [String.raw`{ "b": "\\ud83d", "a": 1 }`, { b: '\\ud83d', a: 1 }],
  ] as const
  for (const [index, [changes]] of stored.entries()) {
    await pool.query(
      `insert into audit_events (id, at, actor_kind, actor_id, actor_name, action, entity_type, entity_id, changes, request_id)
       values ($1, now(), 'system', 'test', 'Test', 'update', 'change', 'CHG', $2, 'r')`,
      [String(index), changes],
    )
  }
  await migrateDatabase(pool)
  const { rows } = await pool.query(
    'select changes::jsonb as read, changes::text as text from audit_events order by id',
  )
  expect(rows.map(({ read }) => read)).toEqual(stored.map(([, read]) => read))
  expect(rows.at(-1).text).toBe(stored.at(-1)?.[0])
})
