import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { isPlanned } from '#lib/domain/change/planned-change.ts'
import { listChanges } from '#server/changes/list-changes.ts'
import { seedDemoData } from '#server/demo/seed.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { countRowsRead, findTablesReadWhole } from '#server/platform/db/testing-plan.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { startReview } from '#server/reviews/commands/start.ts'
import { createContext, insertChange, insertIncident } from '#server/reviews/testing.ts'
import { incidents } from '#server/schema/changes.ts'
import { listPossibleCauses } from './possible-causes.ts'
import { rankIncidents } from './rank-incidents.ts'
import { readWindow } from './window.ts'

describe('in the demo', () => {
  const database = provideTestDatabase()
  const expected = new Map<string, Map<string, number>>()
  beforeAll(async () => {
    await seedDemoData(database.db, new Date('2026-11-20T12:00:00.000Z'))
    const { rows: changes } = await listChanges(testContext(database.db), { page: 1, limit: 1000 })
    for (const change of changes) {
      if (change.actual_start === null && (isPlanned(change) || change.state === 'canceled')) continue
      const { rows } = await rankIncidents(database.db, { change, window: readWindow(change, {}), limit: 1000 })
      for (const { number, score } of rows)
        expected.set(number, (expected.get(number) ?? new Map()).set(change.number, score))
    }
  })
  const listScores = async (number: string) => {
    const causes = await listPossibleCauses(testContext(database.db), number, 1000)
    return new Map(causes.map(({ change, score }) => [change.number, score]))
  }

  test('an incident has exactly the causes of which it is a candidate, with the same points, likeliest first', async () => {
    for (const { number } of await database.db.select({ number: incidents.number }).from(incidents)) {
      const scores = await listScores(number)
      expect([number, scores]).toEqual([number, expected.get(number) ?? new Map()])
      expect([...scores.values()]).toEqual([...scores.values()].toSorted((one, other) => other - one))
    }
    expect(expected.size).toBeGreaterThan(30)
  })
})

describe('an incident', () => {
  const database = provideTestDatabase()
  beforeAll(async () => {
    const work = (start: string, end: string | null) => ({ actualStart: start, actualEnd: end })
    const { db } = database
    await insertChange(db, 'CHG-SOON')
    await insertChange(db, 'CHG-OTHER', { affectedServices: ['hr-portal'] })
    await insertChange(db, 'CHG-OLD', work('2026-02-20T01:00:00.000Z', '2026-02-21T03:59:00.000Z'))
    await insertChange(db, 'CHG-EDGE', work('2026-02-20T01:00:00.000Z', '2026-02-22T04:00:00.000Z'))
    await insertChange(db, 'CHG-LATER', work('2026-03-01T04:01:00.000Z', '2026-03-01T05:00:00.000Z'))
    await insertChange(db, 'CHG-RUNNING', { ...work('2026-02-28T04:00:00.000Z', null), plannedEnd: null })
    await insertChange(db, 'CHG-PLANNED', { state: 'scheduled', actualStart: null, actualEnd: null })
    await insertChange(db, 'CHG-CANCELED', { state: 'canceled', actualStart: null, actualEnd: null })
    await insertChange(db, 'CHG-STARTED', { title: 'Paint the lighthouse', state: 'scheduled', actualEnd: null })
    await insertChange(db, 'CHG-UNTIMED', { actualStart: null, actualEnd: null, plannedStart: null, plannedEnd: null })
    await startReview(createContext(db), 'CHG-SOON')
    await insertIncident(db, 'INC1', 'CHG-UNTIMED')
    await insertIncident(db, 'INC2', null)
    await insertIncident(db, 'INC3', null)
    await insertIncident(db, 'INC4', null)
    await db.update(incidents).set({ shortDescription: 'The lighthouse is dark' }).where(eq(incidents.number, 'INC3'))
    await db
      .update(incidents)
      .set({ shortDescription: 'No light, says the hr portal', affectedService: null })
      .where(eq(incidents.number, 'INC4'))
    await db.execute(sql`
      insert into changes (number, title, state, type, affected_services, actual_start, actual_end, origin, created_at, updated_at)
      select 'M' || n, 'Change of a node', 'closed', 'normal', '{mail}', at, at + interval '1 hour', 'entry', at, at
      from (select n, timestamptz '2021-01-01' + n * interval '6 hours' as at from generate_series(1, 8000) n) many`)
    await db.execute(sql`
      insert into incidents (number, short_description, priority, state, opened_at, affected_service, origin, updated_at)
      select 'M' || n, 'Mail of a node is late', '4 - Low', 'closed', at, 'mail', 'entry', at
      from (select n, timestamptz '2021-01-01' + n * interval '6 hours' as at from generate_series(1, 8000) n) many`)
    await db.execute(sql`analyze`)
  })

  test('has the change that it names and those with it in their usual window, if their work has begun', async () => {
    const causes = await listPossibleCauses(createContext(database.db), 'INC1')
    expect(causes.map(({ change }) => change.number)).toEqual([
      'CHG-UNTIMED',
      'CHG-SOON',
      'CHG-STARTED',
      'CHG-RUNNING',
      'CHG-EDGE',
    ])
    expect(causes[1]?.change).toMatchObject({
      review_status: 'in_progress',
      review_reference: expect.stringMatching(/^PIR-/),
    })
    expect(causes[2]?.change).toMatchObject({ review_status: 'none', review_reference: null })
    expect(causes[1]?.change).not.toHaveProperty('implementation_plan')
  })

  test('has the likeliest, though only some are compared as a whole', async () => {
    const best = async (number: string) => {
      const causes = await listPossibleCauses(createContext(database.db), number, 1)
      return causes.map(({ change }) => change.number)
    }
    expect(await best('INC2')).toEqual(['CHG-SOON'])
    expect(await best('INC3')).toEqual(['CHG-STARTED'])
    expect(await best('INC4')).toEqual(['CHG-OTHER'])
  })

  test('reads neither all changes nor all incidents', async () => {
    const read = (db: typeof database.db) => listPossibleCauses({ ...createContext(database.db), db }, 'INC1')
    // There is one review.
    const whole = await findTablesReadWhole(database.pool, read)
    expect(whole.filter((table) => table !== 'reviews')).toEqual([])
    expect(await countRowsRead('changes', database.pool, read)).toBeLessThan(300)
  })
})
