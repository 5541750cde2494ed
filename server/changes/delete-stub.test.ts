import { expect, test } from 'vitest'
import { provideTestDatabase, readRows } from '#server/platform/db/testing.ts'
import { testContext, testToken } from '#server/platform/runtime/testing-context.ts'
import { putIncident } from '#server/reviews/api-writes/put-incident.ts'
import { insertChange, insertOwed } from '#server/reviews/testing.ts'
import { changes } from '#server/schema/changes.ts'
import { auditEvents } from '#server/schema/history.ts'
import { deleteStub } from './delete-stub.ts'
import { getChange } from './queries.ts'

const database = provideTestDatabase()

const ctx = () => testContext(database.db, testToken)
const anyway = { expectedVersions: undefined, mustExist: undefined }
const opened = { opened_at: '2026-03-01T10:00:00Z' }
const insertStub = (number: string) => insertChange(database.db, number, { isStub: true, state: 'closed' })

test('deletes a stub that nothing names, and its history stays', async () => {
  await insertStub('CHG-LONE')
  await expect(deleteStub(ctx(), 'CHG-LONE', [7])).rejects.toMatchObject({ code: 'precondition_failed' })
  await deleteStub(ctx(), 'CHG-LONE', [1])
  await expect(getChange(ctx(), 'CHG-LONE')).rejects.toMatchObject({ code: 'not_found' })
  await expect(deleteStub(ctx(), 'CHG-LONE', undefined)).rejects.toMatchObject({ code: 'not_found' })
  const events = await readRows(database.db, auditEvents, { entityId: 'CHG-LONE' })
  expect(events).toMatchObject([{ action: 'delete', changes: { is_stub: { from: true, to: null } } }])
})

test('keeps a whole change, and a stub that something names', async () => {
  const conflict = (message: string | RegExp) => ({ code: 'conflict', message: expect.stringMatching(message) })
  await insertChange(database.db, 'CHG-WHOLE')
  await expect(deleteStub(ctx(), 'CHG-WHOLE', undefined)).rejects.toMatchObject(conflict('CHG-WHOLE is a whole change'))
  for (const number of ['INC-1', 'INC-2', 'INC-3']) {
    await putIncident(ctx(), number, { ...opened, related_change: 'CHG-NAMED1' }, anyway)
  }
  const stillNamed = conflict('CHG-NAMED1 is still named by the incident INC-1 and 2 more')
  await expect(deleteStub(ctx(), 'CHG-NAMED1', undefined)).rejects.toMatchObject(stillNamed)
  await insertChange(database.db, 'CHG-HELD', { isStub: true, heldBecause: 'Case 1' })
  await expect(deleteStub(ctx(), 'CHG-HELD', undefined)).rejects.toMatchObject(conflict('CHG-HELD is on legal hold'))
  const reference = await insertOwed(database.db, 'CHG-OWED', {}, { isStub: true })
  await expect(deleteStub(ctx(), 'CHG-OWED', undefined)).rejects.toMatchObject(conflict(`the review ${reference}`))
})

test('an incident that comes in at the same time has its change', async () => {
  for (let round = 0; round < 20; round += 1) {
    const number = `CHG-RACE-${round}`
    await insertStub(number)
    await Promise.all([
      putIncident(ctx(), `INC-RACE-${round}`, { ...opened, related_change: number }, anyway),
      deleteStub(ctx(), number, undefined).catch(() => {}),
    ])
    expect(await readRows(database.db, changes, { number })).toHaveLength(1)
  }
})
