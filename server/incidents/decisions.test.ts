import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { listIncidentHistory } from '#server/history/queries.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { findTablesReadWhole } from '#server/platform/db/testing-plan.ts'
import { startReview } from '#server/reviews/commands/start.ts'
import { getReview } from '#server/reviews/queries.ts'
import { createContext, insertChange, insertIncident, saveStep } from '#server/reviews/testing.ts'
import { listIncidentDecisions } from './decisions.ts'

const database = provideTestDatabase()
beforeAll(async () => {
  for (const number of ['INC1', 'INC2', 'INC3']) await insertIncident(database.db, number, null)
  for (const number of ['CHG1', 'CHG2']) await insertChange(database.db, number)
})

type Decided = { incident: string; decision: 'confirmed' | 'rejected'; reason: string }

function at(hour: number, name: string) {
  const ctx = createContext(database.db)
  return { ...ctx, actor: { ...ctx.actor, name }, now: new Date(Date.UTC(2026, 2, 10, hour)) }
}

async function decide(ctx: ReturnType<typeof at>, change: string, decisions: Decided[]) {
  const { reference } = await startReview(ctx, change).catch(() => ({ reference: '' }))
  const review = await getReview(ctx, reference || references.get(change) || '')
  references.set(change, review.reference)
  await saveStep(ctx, review, 'incidents', { decisions })
}
const references = new Map<string, string>()

test('each review that decided shows what, and the person who decided last', async () => {
  const caused: Decided = { incident: 'INC1', decision: 'confirmed', reason: 'Same minute' }
  const other: Decided = { incident: 'INC2', decision: 'rejected', reason: 'Another service' }
  await decide(at(1, 'Ada'), 'CHG1', [{ ...caused, decision: 'rejected' }])
  await decide(at(2, 'Bea'), 'CHG1', [caused])
  await decide(at(3, 'Cleo'), 'CHG1', [caused, other])
  await decide(at(4, 'Dan'), 'CHG2', [{ ...caused, decision: 'rejected', reason: 'Before the change' }])
  const decisions = await listIncidentDecisions(at(5, 'Eve'), 'INC1')
  expect(decisions).toEqual([
    {
      reference: references.get('CHG2'),
      review_status: 'in_progress',
      change: 'CHG2',
      title: expect.any(String),
      decision: 'rejected',
      reason: 'Before the change',
      decided_by: 'Dan',
      decided_at: '2026-03-10T04:00:00.000Z',
    },
    expect.objectContaining({
      reference: references.get('CHG1'),
      decision: 'confirmed',
      reason: 'Same minute',
      decided_by: 'Bea',
      decided_at: '2026-03-10T02:00:00.000Z',
    }),
  ])
  expect(await listIncidentDecisions(at(5, 'Eve'), 'INC3')).toEqual([])
})

test('the history of an incident holds its own entries', async () => {
  const { rows, total } = await listIncidentHistory(at(5, 'Eve'), 'INC1', { page: 1, limit: 20 })
  expect(total).toBe(1)
  expect(rows[0]?.changes).toEqual({ caused_by_change: { from: null, to: 'CHG1' } })
})

test('decisions are found by an index, however many reviews there are', async () => {
  await database.db.execute(sql`
    insert into review_steps (reference, step, form, version, saved_at, saved_by)
    select 'PIR-' || n, 'incidents',
      json_build_object('decisions', json_build_array(json_build_object('incident', 'INCM' || n))), 1, now(), 'Many'
    from generate_series(1, 5000) n`)
  await database.db.execute(sql`analyze`)
  const read = await findTablesReadWhole(database.pool, (db) => listIncidentDecisions({ ...at(5, 'Eve'), db }, 'INC1'))
  expect(read).not.toContain('review_steps')
})
