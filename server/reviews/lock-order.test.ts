import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Transaction } from '#server/platform/db/client.ts'
import { provideTestDatabase, readRows } from '#server/platform/db/testing.ts'
import type { Actor, TxContext } from '#server/platform/runtime/context.ts'
import { testPerson, testToken } from '#server/platform/runtime/testing-context.ts'
import { createDefaultRules } from '#server/policy/create-default-rules.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { reviews } from '#server/schema/reviews.ts'
import { putIncident } from './api-writes/put-incident.ts'
import { updateChange } from './api-writes/update-change.ts'
import { startReview } from './commands/start.ts'
import { decideChange, readDecisionBasis } from './policy/decide-change.ts'
import { saveReviewStep } from './save-step.ts'
import { callum, createContext, insertAccount, insertIncident, insertOwed, noor } from './testing.ts'

const manager = testPerson('manager')
const database = provideTestDatabase({ pipeline: false })
beforeAll(async () => {
  for (const person of [noor, callum, manager]) await insertAccount(database.db, person)
  await createDefaultRules(createContext(database.db, manager))
})

type ConcurrentWork = (number: string) => Promise<unknown>

/** Works in a transaction that is not repeated, so that a deadlock fails it. */
const alone = (actor: Actor, work: (ctx: TxContext) => Promise<unknown>) =>
  database.db.transaction((db) => work({ ...createContext(database.db, actor), db }))

const isWaiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`

/** Locks the review of a change until all others wait, then locks the change, like the commands of a review. */
async function beside(
  number: string,
  others: readonly ConcurrentWork[],
  write?: (tx: Transaction) => Promise<unknown>,
) {
  const started: Promise<unknown>[] = []
  await database.db.transaction(async (tx) => {
    await tx.select().from(reviews).where(eq(reviews.changeNumber, number)).for('update')
    started.push(...others.map((other) => other(number)))
    for (const one of started) one.catch(() => {})
    await expect.poll(async () => (await database.db.execute(isWaiting)).rows).toHaveLength(others.length)
    await tx.select().from(changes).where(eq(changes.number, number)).for('update')
    await write?.(tx)
  })
  await Promise.all(started)
}

const always = { expectedVersions: undefined, mustExist: undefined }
const link =
  (incident: string): ConcurrentWork =>
  (related_change) =>
    alone(testToken, (ctx) => {
      const fields = { opened_at: '2026-03-09T10:00:00.000Z', priority: '1 - Critical', related_change }
      return putIncident(ctx, incident, fields, always)
    })
const confirm: ConcurrentWork = (number) =>
  alone(noor, async (ctx) => {
    await insertIncident(database.db, `INC-${number}`, number)
    const decisions = [{ incident: `INC-${number}`, decision: 'confirmed' as const, reason: 'Looked at it' }]
    const form = { window_start: null, window_end: null, is_none_caused: false, decisions }
    return saveReviewStep(ctx, `PIR-${number}`, 'incidents', { version: 0, form })
  })

test.each<[string, readonly ConcurrentWork[]]>([
  ['two incidents of one change are written', [link('INC-ONE'), link('INC-TWO')]],
  ['an incident is written and confirmed', [link('INC-THREE'), confirm]],
  [
    'a token writes the change',
    [(number) => alone(testToken, (ctx) => updateChange(ctx, number, { pir_outcome: 'failed' }))],
  ],
  [
    'the policy decides',
    [(number) => alone(manager, async (ctx) => decideChange(ctx, number, await readDecisionBasis(ctx, [number])))],
  ],
  ['the review is started', [(number) => alone(callum, (ctx) => startReview(ctx, number))]],
])('nobody waits for each other when %s beside a command of the review', async (name, others) => {
  const number = `CHG-${name.replaceAll(' ', '-')}`
  await insertOwed(database.db, number)
  await beside(number, others)
})

test('nobody waits for each other when an incident in another spelling gets another priority', async () => {
  const number = 'CHG-SPELLING'
  await insertOwed(database.db, number)
  await insertIncident(database.db, 'INC-SPELLING', number)
  const put = () => alone(testToken, (ctx) => putIncident(ctx, 'inc-spelling', { priority: '1 - Critical' }, always))
  await beside(number, [put], (tx) =>
    tx.select().from(incidents).where(eq(incidents.number, 'INC-SPELLING')).for('update'),
  )
})

test('two people who start a review at the same time have the same review', async () => {
  const number = 'CHG-STARTED'
  const reference = await insertOwed(database.db, number)
  const begun = { status: 'in_progress', reviewer: noor.email, version: 7 } as const
  await beside(number, [(one) => alone(callum, (ctx) => startReview(ctx, one))], (tx) =>
    tx.update(reviews).set(begun).where(eq(reviews.reference, reference)),
  )
  expect(await readRows(database.db, reviews, { reference })).toMatchObject([begun])
})
