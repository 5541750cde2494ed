import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Queryable } from '#server/platform/db/client.ts'
import { createTestDatabase, provideTestDatabase, readRows } from '#server/platform/db/testing.ts'
import { countRowsRead } from '#server/platform/db/testing-plan.ts'
import type { Actor } from '#server/platform/runtime/context.ts'
import { testContext, testPerson } from '#server/platform/runtime/testing-context.ts'
import {
  ada,
  henrike,
  insertAccount,
  insertAction,
  insertOwed,
  newAction,
  noor,
  paolo,
} from '#server/reviews/testing.ts'
import { notifications } from '#server/schema/notifications.ts'
import { getWorklist } from '#server/worklist/queries.ts'
import { updateImprovement } from './commands.ts'
import { createImprovement } from './create-improvement.ts'

const owner = testPerson('reviewer', 'acc_ines')
const client: Actor = { kind: 'token', id: 'tok_1', name: 'Service desk', system: 'itsm', scope: 'write' }

const database = provideTestDatabase()
beforeAll(async () => {
  for (const person of [noor, owner, henrike, paolo, ada]) await insertAccount(database.db, person)
  await insertOwed(database.db, 'CHG-1', { status: 'completed', reviewer: noor.email })
})

const by = (actor: Actor) => testContext(database.db, actor)

async function addDone(ownedBy = owner, doneBy: Actor = ownedBy, source = 'PIR-CHG-1', before: Actor = doneBy) {
  const { id } = await createImprovement(by(henrike), newAction(source, { owner: ownedBy.email }))
  if (before !== doneBy) {
    await updateImprovement(by(before), id, { status: 'done', evidence: 'Log' })
    await updateImprovement(by(henrike), id, { status: 'in_progress', reason: 'The log is of another system.' })
    await database.db.delete(notifications)
  }
  await updateImprovement(by(doneBy), id, { status: 'done', evidence: 'Log of the rehearsal' })
  return id
}

const listNotices = async (id: string) => {
  const rows = await readRows(database.db, notifications, { path: `/improvements/${id}` })
  return rows.filter(({ kind }) => kind === 'action_verification_requested')
}
const askedFor = async (id: string) => (await listNotices(id)).map(({ recipient }) => recipient).toSorted()
const listOnToday = async (actor: Actor) => {
  const { entries, total_count: total } = (await getWorklist(by(actor))).verifications
  expect(entries).toHaveLength(total)
  return entries.map(({ id }) => id)
}

test('the reviewer of its review is asked to verify a done action, and nobody else', async () => {
  const id = await addDone()
  expect(await askedFor(id)).toEqual([noor.email])
  expect(await listOnToday(noor)).toContain(id)
  for (const other of [owner, henrike, ada]) expect(await listOnToday(other)).not.toContain(id)
})

test.each([
  ['owns', () => addDone(noor, owner)],
  ['did, before it was sent back,', () => addDone(owner, owner, undefined, noor)],
  ['is unknown for', () => addDone(owner, client, 'PIR-unknown')],
])('managers are asked where the reviewer %s the action', async (_, add) => {
  const id = await add()
  expect(await askedFor(id)).toEqual([henrike.email, paolo.email])
  expect(await listOnToday(paolo)).toContain(id)
  for (const other of [noor, ada]) expect(await listOnToday(other)).not.toContain(id)
})

test('once verified or sent back it is on no list, and what asked for it is read', async () => {
  const verified = await addDone()
  const returned = await addDone()
  await updateImprovement(by(noor), verified, { status: 'verified', recheck_on: '2026-09-01' })
  await updateImprovement(by(henrike), returned, { status: 'in_progress', reason: 'The log is of another system.' })
  for (const id of [verified, returned]) {
    expect(await listOnToday(noor)).not.toContain(id)
    expect((await listNotices(id)).every(({ readAt }) => readAt !== null)).toBe(true)
  }
})

test('an action that an import brought as done waits for nobody until somebody sets it to done', async () => {
  const at = '2025-01-01T00:00:00.000Z'
  const imported = { sourceRef: 'PIR-CHG-1', status: 'done', doneAt: at, origin: 'import' } as const
  await insertAction(database.db, 'imp_imported', { owner: owner.email, ...imported })
  for (const actor of [noor, henrike, ada]) expect(await listOnToday(actor)).not.toContain('imp_imported')
  await updateImprovement(by(henrike), 'imp_imported', { status: 'in_progress', reason: 'Please show the log.' })
  await updateImprovement(by(owner), 'imp_imported', { status: 'done', evidence: 'Log of the rehearsal' })
  expect(await listOnToday(noor)).toContain('imp_imported')
  expect(await askedFor('imp_imported')).toEqual([noor.email])
})

test('the time to find what waits for a manager grows with it, also where that manager imported all of it', async () => {
  const many = await createTestDatabase()
  try {
    await insertAccount(many.db, henrike)
    await many.db.execute(sql`
      insert into improvements (id, title, source_type, source_ref, owner, target_date, status, done_at, done_by, origin,
        created_at, updated_at)
      select 'imp_' || n, 'Action ' || n, 'pir', 'PIR-' || n, 'owner@hindsight.example', date '2026-01-01',
        'done', now(), 'owner@hindsight.example', 'entry', now(), now() from generate_series(1, 5001) n`)
    await many.db.execute(sql`
      insert into action_parts (action, kind, person, accounts, since)
      select 'imp_' || n, 'imported', ${henrike.email}, array[${henrike.id}], now() from generate_series(1, 5000) n`)
    await many.db.execute(sql`analyze`)
    const readWorklist = (db: Queryable) => getWorklist({ ...testContext(many.db, henrike), db })
    expect((await readWorklist(many.db)).verifications).toMatchObject({ total_count: 1, entries: [{ id: 'imp_5001' }] })
    for (const table of ['improvements', 'action_parts']) {
      expect(await countRowsRead(table, many.pool, readWorklist)).toBeLessThan(4 * 5001)
    }
  } finally {
    await many.drop()
  }
})
