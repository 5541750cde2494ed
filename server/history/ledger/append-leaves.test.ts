import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { provideTestRuntime } from '#server/platform/api/testing-call.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { ledgerLeaves, ledgerPending } from '#server/schema/ledger.ts'
import { appendLeaves, hasPendingLeaves } from './append-leaves.ts'

const database = provideTestRuntime()

test('a run ends before its time limit with what it has appended, and the next one goes on', async () => {
  await database.db.execute(sql`
    insert into audit_events (id, at, actor_kind, actor_id, actor_name, action, entity_type, entity_id, changes, request_id)
    select 'evt_' || n, '2026-03-01T09:00:00.000Z', 'import', 'imp_1', 'Somebody', 'create', 'incident', 'INC' || n, '{}', 'req_1'
    from generate_series(1, 3000) n`)
  const ctx = testContext(database.db)
  const clock = vi
    .spyOn(performance, 'now')
    .mockReturnValueOnce(0)
    .mockReturnValue(14 * 60_000)
  await appendLeaves(ctx)
  clock.mockRestore()
  const appended = await database.db.$count(ledgerLeaves)
  expect(appended).toBeGreaterThan(0)
  expect(await database.db.$count(ledgerPending)).toBe(3000 - appended)
  expect(await hasPendingLeaves(ctx)).toBe(true)
  await appendLeaves(ctx)
  expect([await database.db.$count(ledgerLeaves), await hasPendingLeaves(ctx)]).toEqual([3000, false])
})
