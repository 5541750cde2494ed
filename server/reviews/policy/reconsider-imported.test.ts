import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { beforeAll, expect, test } from 'vitest'
import { changeActions } from '#lib/actions/record-actions.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import type { Actor } from '#server/platform/runtime/context.ts'
import { testPerson, testToken } from '#server/platform/runtime/testing-context.ts'
import { createDefaultRules } from '#server/policy/create-default-rules.ts'
import { updateChange } from '#server/reviews/api-writes/update-change.ts'
import { importRow } from '#server/reviews/four-eyes/testing/doors-of-change.ts'
import { findReview } from '#server/reviews/record/queries.ts'
import { createContext, insertAccount, insertChange, insertOwed } from '#server/reviews/testing.ts'
import { changes } from '#server/schema/changes.ts'
import { policyRules } from '#server/schema/policy.ts'
import { reconsiderImported } from './reconsider-imported.ts'

const henrike = { ...testPerson('manager', 'acc_henrike'), name: 'Henrike Vos' }
const database = provideTestDatabase({ pipeline: false })
let minute = 0
beforeAll(async () => {
  await insertAccount(database.db, henrike)
  await createDefaultRules(as(henrike))
  await database.db.update(policyRules).set({ needsSignOff: true }).where(eq(policyRules.id, 'rule_incident'))
})

/** Each call is a minute later than the one before. */
function as(actor: Actor) {
  minute += 1
  return createContext(database.db, actor, new Date(Date.UTC(2026, 2, 10, 12, minute)).toISOString())
}
const low = { state: 'implement', risk: 'low' } as const
const incident = { short_description: 'Down', opened_at: '2026-03-09T10:00:00.000Z', priority: '1 - Critical' }
const imported = (kind: ImportKind, row: Readonly<Record<string, string>>) => importRow(as(henrike), henrike, kind, row)
const findStatus = async (number: string) => (await findReview(as(henrike), number))?.status ?? null

/** Inserts a change that a token marked as reviewed before it had a review, and that needed no sign-off then. */
async function marked(number: string) {
  await insertChange(database.db, number, low)
  await updateChange(as(testToken), number, { pir_completed: true, pir_outcome: 'successful' })
  expect(await findStatus(number)).toBeNull()
}

test('an imported incident of a change that a token marked as reviewed asks for a sign-off', async () => {
  await marked('CHG-LINKED')
  await imported('incidents', { number: 'INC-LINKED', ...incident, related_change: 'CHG-LINKED' })
  expect(await findStatus('CHG-LINKED')).toBe('awaiting_sign_off')
})

test('so does one that an import links and another one unlinks before it is marked', async () => {
  await insertChange(database.db, 'CHG-UNLINKED', low)
  await imported('incidents', { number: 'INC-UNLINKED', ...incident, related_change: 'CHG-UNLINKED' })
  await imported('incidents', { number: 'INC-UNLINKED', ...incident, related_change: 'CHG-OTHER' })
  await updateChange(as(testToken), 'CHG-UNLINKED', { pir_completed: true, pir_outcome: 'successful' })
  expect(await findStatus('CHG-UNLINKED')).toBe('awaiting_sign_off')
})

test('an incident whose description alone is imported has nothing judged', async () => {
  await marked('CHG-DESCRIBED')
  await imported('incidents', {
    number: 'INC-DESCRIBED',
    ...incident,
    priority: '5 - Planning',
    related_change: 'CHG-DESCRIBED',
  })
  await database.db.update(changes).set({ type: 'emergency' }).where(eq(changes.number, 'CHG-DESCRIBED'))
  const row = { number: 'INC-DESCRIBED', ...incident, priority: '5 - Planning', related_change: 'CHG-DESCRIBED' }
  await imported('incidents', { ...row, short_description: 'Another text' })
  expect(await findStatus('CHG-DESCRIBED')).toBeNull()
  await imported('incidents', { ...row, priority: '4 - Low' })
  expect(await findStatus('CHG-DESCRIBED')).toBe('awaiting_sign_off')
})

test('the number of statements does not grow with the changes that an import wrote', async () => {
  const statements = async (count: number) => {
    const requestId = `import-of-${count}`
    for (let index = 0; index < count; index += 1) {
      const number = `CHG-${count}-${index}`
      await insertOwed(database.db, number, {}, { ...low, assignedTo: henrike.email })
      const changed = { title: { from: 'Another', to: 'This' } }
      await recordEvent({ ...as(testToken), requestId }, changeActions.update, number, changed)
    }
    let sent = 0
    const client = await database.pool.connect()
    try {
      const db = drizzle(client, { logger: { logQuery: () => (sent += 1) } })
      await db.transaction((tx) => reconsiderImported({ ...as(testToken), db: tx, requestId }))
    } finally {
      client.release()
    }
    return sent
  }
  expect(await statements(20)).toBe(await statements(2))
})
