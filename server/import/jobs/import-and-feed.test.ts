import { beforeAll, expect, test } from 'vitest'
import { changeActions } from '#lib/actions/record-actions.ts'
import { readFeed } from '#server/change-feed/queries.ts'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext, testToken } from '#server/platform/runtime/testing-context.ts'
import { longTransactions } from '#server/schema/history.ts'
import { getImport } from './queries.ts'
import { runImports } from './run-imports.ts'
import { queueImport } from './testing.ts'
import { holdWrites } from './testing-gate.ts'
import { undoImport } from './undo-import.ts'

const database = provideTestDatabase()
beforeAll(async () => {
  setTestRuntime(database)
})

const ctx = () => testContext(database.db, testToken, new Date())
const keys = async () => (await readFeed(ctx(), { limit: 100 })).result.map(({ key }) => key)

test('a running import and its undo do not hold back what others write, and their own entries come when they are done', async () => {
  const release = await holdWrites(database.pool, 'incidents', 'insert')
  const { id } = await queueImport(ctx(), 'incidents', 'number,opened_at\nINC1,2026-03-01T10:00:00Z\n')
  const running = runImports(ctx())
  await expect.poll(() => database.db.$count(longTransactions), { timeout: 20_000 }).toBe(1)
  await recordEvent(ctx(), changeActions.update, 'CHG1', { title: { from: 'a', to: 'b' } })
  await expect.poll(keys, { timeout: 20_000 }).toEqual(['CHG1'])
  expect((await getImport(ctx(), id)).status).toBe('running')
  await release()
  await running
  await expect.poll(keys, { timeout: 20_000 }).toEqual(['CHG1', 'INC1'])

  const releaseUndo = await holdWrites(database.pool, 'incidents', 'delete')
  const undoing = undoImport(ctx(), id)
  await expect.poll(() => database.db.$count(longTransactions), { timeout: 20_000 }).toBe(2)
  await recordEvent(ctx(), changeActions.update, 'CHG2', { title: { from: 'a', to: 'b' } })
  await expect.poll(keys, { timeout: 20_000 }).toEqual(['CHG1', 'INC1', 'CHG2'])
  await releaseUndo()
  expect(await undoing).toMatchObject({ deleted: 1 })
  await expect.poll(keys, { timeout: 20_000 }).toEqual(['CHG1', 'INC1', 'CHG2', 'INC1'])
})
