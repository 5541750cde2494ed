import { expect, test } from 'vitest'
import { getChange } from '#server/changes/queries.ts'
import { provideTestDatabase, readRows } from '#server/platform/db/testing.ts'
import { testContext, testPerson, testToken } from '#server/platform/runtime/testing-context.ts'
import { insertChange } from '#server/reviews/testing.ts'
import { auditEvents } from '#server/schema/history.ts'
import { updateChange } from './update-change.ts'

const database = provideTestDatabase()

const add = (number: string) => insertChange(database.db, number)

const listEvents = (number: string) => readRows(database.db, auditEvents, { entityId: number })
const ctx = () => testContext(database.db, testToken)

test('the record gets the review fields, a version and a time, and the history both values of each', async () => {
  await add('CHG-PATCH')
  const written = await updateChange(ctx(), 'CHG-PATCH', { pir_completed: true, pir_date: '2026-03-09' })
  expect(written).toMatchObject({ pir_completed: true, pir_date: '2026-03-09', pir_outcome: null, version: 2 })
  expect(written.updated_at).toBe(ctx().now.toISOString())
  expect(await getChange(ctx(), 'CHG-PATCH')).toEqual(written)
  const events = await listEvents('CHG-PATCH')
  expect(events).toMatchObject([
    {
      action: 'update',
      entityType: 'change',
      actorKind: ctx().actor.kind,
      actorName: ctx().actor.name,
      requestId: ctx().requestId,
      changes: { pir_completed: { from: false, to: true }, pir_date: { from: null, to: '2026-03-09' } },
    },
  ])
})

test('null clears a value, and absent fields stay unchanged', async () => {
  await add('CHG-CLEAR')
  await updateChange(ctx(), 'CHG-CLEAR', { pir_completed: true, pir_reference: 'PIR-1', pir_outcome: 'failed' })
  const cleared = await updateChange(ctx(), 'CHG-CLEAR', { pir_completed: null, pir_reference: null })
  expect(cleared).toMatchObject({ pir_completed: false, pir_reference: null, pir_outcome: 'failed', version: 3 })
})

test('the history records only the fields that differ', async () => {
  await add('CHG-PART')
  const reference = '"quoted" \\ Ünïcode 🚀'
  await updateChange(ctx(), 'CHG-PART', { pir_reference: reference, pir_outcome: 'failed', pir_date: '0987-06-05' })
  const patch = { pir_completed: false, pir_reference: null, pir_outcome: 'failed', pir_date: '2026-03-09' } as const
  expect(await updateChange(ctx(), 'CHG-PART', patch)).toMatchObject({ ...patch, version: 3 })
  const [, second] = await listEvents('CHG-PART')
  expect(second?.changes).toEqual({
    pir_reference: { from: reference, to: null },
    pir_date: { from: '0987-06-05', to: '2026-03-09' },
  })
})

test('an unexpected version is rejected even if nothing would change', async () => {
  await add('CHG-STALE')
  const unexpected = { code: 'precondition_failed' }
  await expect(updateChange(ctx(), 'CHG-STALE', { pir_date: null }, [2, 3])).rejects.toMatchObject(unexpected)
  await expect(updateChange(ctx(), 'CHG-STALE', {}, [2])).rejects.toMatchObject(unexpected)
  await expect(updateChange(ctx(), 'CHG-STALE', { pir_reference: 'PIR-1' }, [])).rejects.toMatchObject(unexpected)
  expect(await updateChange(ctx(), 'CHG-STALE', { pir_reference: 'PIR-1' }, [3, 1])).toMatchObject({ version: 2 })
  expect(await listEvents('CHG-STALE')).toHaveLength(1)
})

test('a write without changes keeps version and history', async () => {
  await add('CHG-SAME')
  expect(await updateChange(ctx(), 'CHG-SAME', {})).toMatchObject({ version: 1 })
  expect(await updateChange(ctx(), 'CHG-SAME', { pir_completed: null, pir_date: null })).toMatchObject({ version: 1 })
  expect(await listEvents('CHG-SAME')).toEqual([])
})

test('of concurrent writers that expect the same version exactly one succeeds', async () => {
  await add('CHG-RACE')
  const writers = Array.from({ length: 8 }, (_, index) =>
    updateChange(ctx(), 'CHG-RACE', { pir_reference: `PIR-${index}` }, [1]),
  )
  const outcomes = await Promise.allSettled(writers)
  const lost = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(lost.map(({ reason }) => reason.code)).toEqual(Array(7).fill('precondition_failed'))
  expect(await listEvents('CHG-RACE')).toHaveLength(1)
})

test.each(['reviewer', 'manager', 'admin'] as const)(
  'the error refers a %s to the review for every field',
  async (role) => {
    const number = `CHG-SESSION-${role}`
    await add(number)
    const person = testContext(database.db, testPerson(role))
    for (const patch of [{ pir_completed: true }, { pir_outcome: 'failed' }, {}] as const) {
      await expect(updateChange(person, number, patch)).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining(`/changes/${number}/review`),
      })
    }
    expect(await getChange(ctx(), number)).toMatchObject({ version: 1, pir_completed: false })
    expect(await listEvents(number)).toEqual([])
    await expect(updateChange(person, 'CHG-NONE', {})).rejects.toMatchObject({ code: 'not_found' })
  },
)
