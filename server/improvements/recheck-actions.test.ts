import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { countRowsRead } from '#server/platform/db/testing-plan.ts'
import { testContext, testNow, testPerson } from '#server/platform/runtime/testing-context.ts'
import { insertAccount, insertIncident, insertOwed, newAction } from '#server/reviews/testing.ts'
import type { incidents } from '#server/schema/changes.ts'
import { reviewSteps } from '#server/schema/reviews.ts'
import { closeRecheck } from './close-recheck.ts'
import { updateImprovement } from './commands.ts'
import { createImprovement } from './create-improvement.ts'
import { getImprovement } from './queries.ts'
import { recheckActions } from './recheck-actions.ts'

const database = provideTestDatabase()

const owner = testPerson('reviewer', 'acc_ines')
const manager = testPerson('manager')
beforeAll(() => insertAccount(database.db, manager))
const on = (day: number, actor = manager) =>
  testContext(database.db, actor, new Date(testNow.getTime() + day * 86_400_000))

/** Adds an action that is done on day 0, and verified on day 1 if `isVerified`; its review confirmed one incident. */
async function addDone(change: string, isVerified = true) {
  const reference = await insertOwed(database.db, change)
  await addIncident(`${change}-CAUSE`, -5, { affectedService: `${change}-db` })
  const decisions = [{ incident: `${change}-CAUSE`, decision: 'confirmed', reason: '' }]
  const saved = { version: 1, savedAt: testNow.toISOString(), savedBy: 'Noor' }
  await database.db.insert(reviewSteps).values({ reference, step: 'incidents', form: { decisions }, ...saved })
  const { id } = await createImprovement(on(0), newAction(reference, { owner: owner.email }))
  await updateImprovement(on(0, owner), id, { status: 'done', evidence: 'Log' })
  if (isVerified) await updateImprovement(on(1), id, { status: 'verified', recheck_on: '2026-06-01' })
  return id
}

const addIncident = (number: string, day: number, values: Partial<typeof incidents.$inferInsert> = {}) =>
  insertIncident(database.db, number, null, {
    shortDescription: `Something else ${number}`,
    state: 'new',
    openedAt: new Date(testNow.getTime() + day * 86_400_000).toISOString(),
    affectedService: null,
    ...values,
  })

test('reopens an action after 30 days when an incident names its change, and settles it once', async () => {
  const id = await addDone('CHG-30')
  await addIncident('INC-30', 12, { relatedChange: 'CHG-30' })
  expect(await recheckActions(on(29))).toBe(0)
  expect(await recheckActions(on(30))).toBe(1)
  expect(await getImprovement(on(30), id)).toMatchObject({
    status: 'in_progress',
    look_reason: 'INC-30 is linked to CHG-30.',
    evidence: 'Log',
  })
  await closeRecheck(on(31, owner), id, { is_same_failure: false, note: 'Another one' })
  expect(await getImprovement(on(31), id)).toMatchObject({ status: 'verified' })
  expect(await recheckActions(on(61))).toBe(0)
})

test.each([
  [60, 45],
  [90, 75],
])('reopens an action after %i days when a change caused an incident on its service', async (check, day) => {
  const id = await addDone(`CHG-${check}`, check === 60)
  await addIncident(`INC-${check}`, day, { affectedService: `CHG-${check}-db`, causedByChange: 'CHG-OTHER' })
  expect(await recheckActions(on(check - 1))).toBe(0)
  expect(await recheckActions(on(check))).toBe(1)
  expect(await getImprovement(on(check), id)).toMatchObject({
    status: 'in_progress',
    look_reason: `INC-${check} on CHG-${check}-db is linked to CHG-OTHER.`,
  })
})

test('leaves actions alone for incidents that are decided, unlinked, earlier or after 90 days', async () => {
  const id = await addDone('CHG-NONE')
  await addIncident('INC-NONE-1', 5, { affectedService: 'CHG-NONE-db' })
  await addIncident('INC-NONE-2', -1, { relatedChange: 'CHG-NONE' })
  await addIncident('INC-NONE-3', 91, { relatedChange: 'CHG-NONE' })
  await addIncident('INC-NONE-4', 5, { affectedService: 'search', causedByChange: 'CHG-OTHER' })
  expect(await recheckActions(on(95))).toBe(0)
  expect(await getImprovement(on(95), id)).toMatchObject({ status: 'verified' })
})

test('finds the linked incidents among many on one service, and reads them a few times, not for each action', async () => {
  const at = testNow.toISOString()
  const form = JSON.stringify({ decisions: [{ incident: 'INC-MANY-0', decision: 'confirmed' }] })
  await database.db.execute(sql`
    with numbers as (select 'MANY-' || n as name from generate_series(1, 300) n),
    reviewed as (
      insert into reviews (reference, change_number, status, origin, created_at, updated_at)
      select 'PIR-' || name, 'CHG-' || name, 'completed', 'policy', ${at}, ${at} from numbers
    ),
    decided as (
      insert into review_steps (reference, step, form, version, saved_at, saved_by)
      select 'PIR-' || name, 'incidents', ${form}, 1, ${at}, 'Noor' from numbers
    ),
    actions as (
      insert into improvements (id, title, source_type, source_ref, owner, target_date, status, done_at, origin, created_at, updated_at)
      select name, 'Rehearse', 'pir', 'PIR-' || name, 'ines@example.org', '2026-05-29', 'done', ${at}, 'entry', ${at}, ${at} from numbers
    )
    insert into incidents (number, short_description, priority, state, opened_at, affected_service, origin, updated_at)
    select 'INC-MANY-' || n, '', '3', 'new', ${at}::timestamptz + interval '1 day', 'many-db', 'entry', ${at}
    from generate_series(0, 8000) n`)
  await addIncident('INC-LINKED', 2, { relatedChange: 'CHG-MANY-7' })
  let count = 0
  const rowsRead = await countRowsRead('incidents', database.pool, async (db) => {
    count = await recheckActions({ ...on(30), db })
  })
  expect(rowsRead).toBeLessThan(40_000)
  expect(count).toBe(1)
})
