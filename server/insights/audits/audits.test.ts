import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { listHistory } from '#server/history/queries.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { writeCsv } from '#server/platform/files/csv-text.ts'
import { testContext, testPerson } from '#server/platform/runtime/testing-context.ts'
import { insertChange, insertIncident, insertOwed } from '#server/reviews/testing.ts'
import { changes } from '#server/schema/changes.ts'
import { createAudit, drawAudit, updateAuditChange } from './commands.ts'
import { getAudit, getAuditWithState, listAuditPopulation, listAuditSample, listAudits } from './queries.ts'

const database = provideTestDatabase()
const ctx = () => testContext(database.db, { ...testPerson('auditor'), name: 'Ingrid Solheim' })
const page = { page: 1, limit: 100 }
const march = { name: 'March', from: '2026-03-01', to: '2026-03-31', method: 'random', size: 3, seed: 'dice' } as const

beforeAll(async () => {
  for (const number of ['CHG-10', 'CHG-9', 'chg-8', 'CHG-7', 'CHG-6']) {
    await insertChange(database.db, number, { state: 'closed' })
  }
  await insertChange(database.db, 'CHG-OPEN')
  await insertChange(database.db, 'CHG-EARLY', { state: 'closed', actualEnd: '2026-02-28T23:00:00.000Z' })
  await insertOwed(database.db, 'CHG-BARE', {}, { state: 'closed', type: 'emergency', risk: null })
  await insertIncident(database.db, 'INC-1', 'chg-bare')
})

const listSample = async (id: string) => (await listAuditSample(ctx(), id, page)).rows

test('freezes the closed changes of the period that match, in order', async () => {
  const { id } = await createAudit(ctx(), { ...march, query: 'type = normal' })
  await insertChange(database.db, 'CHG-LATE', { state: 'closed' })
  const { rows } = await listAuditPopulation(ctx(), id, page)
  const csv = writeCsv([['position', 'number'], ...rows.map(({ position, number }) => [position, number])])
  expect(csv.replaceAll('\r', '')).toBe('position,number\n1,CHG-10\n2,CHG-6\n3,CHG-7\n4,CHG-9\n5,chg-8\n')
  await database.db.delete(changes).where(eq(changes.number, 'CHG-LATE'))
  const drawn = await drawAudit(ctx(), id)
  expect(drawn).toMatchObject({ population_count: 5, drawn_count: 3, states: { drawn: 3, exception: 0 } })
  expect(await listSample(id)).toHaveLength(3)
})

test('draws once', async () => {
  const { id } = await createAudit(ctx(), { ...march, method: 'every_nth' })
  await drawAudit(ctx(), id)
  await expect(drawAudit(ctx(), id)).rejects.toMatchObject({ code: 'conflict' })
  await expect(drawAudit(ctx(), 'aud_none')).rejects.toMatchObject({ code: 'not_found' })
  expect((await listAudits(ctx(), page)).rows[0]?.id).toBe(id)
})

test('refuses an empty population, and one smaller than the draw', async () => {
  await expect(createAudit(ctx(), { ...march, query: 'type = standard' })).rejects.toThrow(/no closed change/)
  await expect(createAudit(ctx(), { ...march, size: 90 })).rejects.toThrow(/at most 6, the number of changes/)
  await expect(createAudit(ctx(), { ...march, query: 'nothing = 1' })).rejects.toMatchObject({ code: 'invalid_filter' })
})

test('shows what a record holds and lacks, and counts it', async () => {
  const { size: _, ...all } = march
  const { id } = await createAudit(ctx(), { ...all, method: 'all', query: 'type = emergency' })
  expect(await listSample(id)).toEqual([])
  await drawAudit(ctx(), id)
  const [drawn] = await listSample(id)
  expect(drawn?.present).toEqual(['A plan is recorded.', 'Tomas Lind implemented it.'])
  expect(drawn?.missing).toContain('INC-1 is not decided.')
  const { evidence } = await getAudit(ctx(), id)
  expect(evidence).toContainEqual({ kind: 'plan', present: 1, needed: 1 })
  expect(evidence).toContainEqual({ kind: 'sign_off', present: 0, needed: 0 })
})

test('keeps request number, state and note of a drawn change, with its history', async () => {
  const { id } = await createAudit(ctx(), { ...march, name: 'Noted' })
  const number = 'CHG-10'
  await expect(updateAuditChange(ctx(), { id, number }, { state: 'answered' })).rejects.toMatchObject({
    code: 'not_found',
  })
  await drawAudit(ctx(), id)
  const first = (await listSample(id))[0]?.number ?? ''
  const of = { id, number: first }
  await expect(updateAuditChange(ctx(), of, { state: 'exception' })).rejects.toThrow(/what the exception is/)
  const noted = await updateAuditChange(ctx(), of, { request_number: 'R-1', state: 'exception', note: 'No rating.' })
  expect(noted).toMatchObject({ request_number: 'R-1', state: 'exception', updated_by: 'Ingrid Solheim' })
  expect((await getAuditWithState(ctx(), id)).states).toEqual({ drawn: 2, answered: 0, exception: 1, retested: 0 })
  const { rows } = await listHistory(ctx(), { entity_type: 'audit', entity_id: id, ...page })
  expect(rows.map(({ action_name: name }) => name).toSorted()).toEqual(['create', 'drawn', 'noted'])
  expect(rows[0]?.names).toMatchObject({ [id]: 'Noted' })
})
