import { eq } from 'drizzle-orm'
import type { Pool } from 'pg'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { changeActions } from '#lib/actions/record-actions.ts'
import { readFeed } from '#server/change-feed/queries.ts'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import { provideEmptyDatabase } from '#server/platform/db/testing.ts'
import { testContext, testPerson, testToken } from '#server/platform/runtime/testing-context.ts'
import { createDefaultRules } from '#server/policy/create-default-rules.ts'
import { decideReviews } from '#server/reviews/policy/decide-reviews.ts'
import { insertChange } from '#server/reviews/testing.ts'
import { longTransactions } from '#server/schema/history.ts'
import { policyDecisions, policyRules } from '#server/schema/policy.ts'
import { getImport } from './queries.ts'
import { queueImport, runQueued } from './testing.ts'
import { undoImport } from './undo-import.ts'

const database = provideEmptyDatabase()
beforeEach(() => setTestRuntime(database))

const ctx = () => testContext(database.db, testToken, new Date())
const readStatus = async (id: string) => (await getImport(ctx(), id)).status
const decided = async () => (await database.db.select().from(policyDecisions)).map(({ changeNumber }) => changeNumber)
const waitingForGate = async () => {
  const { rows } = await database.pool.query(`select 1 from pg_stat_activity
    where datname = current_database() and wait_event = 'advisory' and query not like '%pg_advisory_lock(23)%'`)
  return rows.length
}

test('the policy decides while an import writes', async () => {
  await insertChange(database.db, 'CHG0')
  const release = await holdWrites(database.pool, 'changes', 'insert')
  const { id } = await queueImport(ctx(), 'changes', 'number,title,state\nCHG1,One,review\n')
  const running = runQueued(ctx())
  await expect.poll(waitingForGate, { timeout: 20_000 }).toBe(1)
  expect(await decideReviews(ctx())).toMatchObject({ decided: 1, owed: 1 })
  expect([await readStatus(id), await decided()]).toEqual(['running', ['CHG0']])
  await release()
  await running
  expect((await decided()).toSorted()).toEqual(['CHG0', 'CHG1'])
})

test('imports are written while the policy decides on those before', async () => {
  const release = await holdWrites(database.pool, 'policy_decisions', 'insert')
  const changes = await queueImport(ctx(), 'changes', 'number,title,state\nCHG1,One,review\n')
  const running = runQueued(ctx())
  await expect.poll(waitingForGate, { timeout: 20_000 }).toBe(1)
  expect(await readStatus(changes.id)).toBe('done')
  const incidents = await queueImport(ctx(), 'incidents', 'number,opened_at\nINC1,2026-03-01T10:00:00Z\n')
  const others = await queueImport(
    testContext(database.db, testPerson('manager'), new Date()),
    'users',
    'id,name,email\nu1,Ada,ada@example.org\n',
  )
  await expect
    .poll(() => Promise.all([incidents, others].map(({ id }) => readStatus(id))), { timeout: 20_000 })
    .toEqual(['done', 'done'])
  expect(await decided()).toEqual([])
  await release()
  await running
  expect(await decided()).toEqual(['CHG1'])
})

test('an import of changes says what the policy decided on them', async () => {
  const rows = [
    'CHG1,One,review,high,normal,,',
    'CHG2,Two,review,low,emergency,,',
    'CHG3,Three,closed,low,normal,2026-03-01T03:00:00Z,2026-03-01T02:00:00Z',
    'CHG4,Four,scheduled,high,normal,,',
  ]
  const header = 'number,title,state,risk,type,planned_end,actual_end'
  const { id } = await queueImport(ctx(), 'changes', `${header}\n${rows.join('\n')}\n`)
  expect((await getImport(ctx(), id)).decisions).toBeNull()
  await createDefaultRules(ctx())
  await database.db.delete(policyRules).where(eq(policyRules.id, 'rule_sample'))
  await runQueued(ctx())
  expect((await getImport(ctx(), id)).decisions).toEqual({ opened: 2, not_required: 1, undecided: 0 })
  const again = await queueImport(ctx(), 'incidents', 'number,opened_at\nINC1,2026-03-01T10:00:00Z\n')
  await runQueued(ctx())
  expect((await getImport(ctx(), again.id)).decisions).toBeNull()
})

const keys = async () => (await readFeed(ctx(), { limit: 100 })).result.map(({ key }) => key)

test('a running import and its undo do not hold back what others write, and their own entries come when they are done', async () => {
  const release = await holdWrites(database.pool, 'incidents', 'insert')
  const { id } = await queueImport(ctx(), 'incidents', 'number,opened_at\nINC1,2026-03-01T10:00:00Z\n')
  const running = runQueued(ctx())
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

/**
 * Blocks every statement of this kind on a table until the returned function is called, by a lock that no transaction
 * with entries in the history takes.
 */
async function holdWrites(pool: Pool, table: string, event: 'insert' | 'delete'): Promise<() => Promise<void>> {
  const gate = await pool.connect()
  await gate.query('select pg_advisory_lock(23)')
  onTestFinished(async () => void (await pool.query('drop function if exists wait_for_gate cascade')))
  await pool.query(`create or replace function wait_for_gate() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(23); return null; end $$`)
  // Its name makes it the last trigger, so that the locks of the others are held by then.
  await pool.query(
    `create trigger zz_wait_for_${event} after ${event} on ${table} for each statement execute function wait_for_gate()`,
  )
  return async () => {
    await gate.query('select pg_advisory_unlock(23)')
    gate.release()
  }
}
