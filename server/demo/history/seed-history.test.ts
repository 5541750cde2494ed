import { and, asc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { HistoryEvent } from '#lib/contracts/app/history.ts'
import { seedDemoData } from '#server/demo/seed.ts'
import { listChangeHistory } from '#server/history/queries.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { changes } from '#server/schema/changes.ts'
import { auditEvents } from '#server/schema/history.ts'
import { improvements } from '#server/schema/improvements.ts'

const now = new Date('2026-11-20T14:03:07.123Z')

const database = provideTestDatabase()
beforeAll(async () => {
  const at = '2026-01-01T00:00:00.000Z'
  await database.db.insert(improvements).values({
    id: 'imp_demo_0001',
    title: 'Of somebody else',
    sourceType: 'pir',
    sourceRef: 'PIR-2026-0001',
    owner: 'somebody@example.org',
    targetDate: '2026-02-01',
    status: 'done',
    origin: 'entry',
    createdAt: at,
    updatedAt: at,
  })
  await seedDemoData(database.db, now)
})

const listEvents = (entityType: string, entityId: string) =>
  database.db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.entityType, entityType), eq(auditEvents.entityId, entityId)))
    .orderBy(asc(auditEvents.at), asc(auditEvents.id))

describe('the history of every demo change', () => {
  test('starts with its creation, moves from state to state and ends with its current state', async () => {
    const rows = await database.db.select().from(changes)
    for (const change of rows) {
      const events = await listEvents('change', change.number)
      expect([events[0]?.action, events[0]?.at]).toEqual(['create', change.createdAt])
      let state: unknown = null
      for (const { changes: written } of events) {
        expect(written.state?.from).toEqual(state)
        state = written.state?.to
      }
      expect([change.number, state]).toEqual([change.number, change.state])
      if (events.length > 1) expect([change.number, events.at(-1)?.at]).toEqual([change.number, change.updatedAt])
      expect(events.at(-1)?.changes.pir_outcome?.to ?? null).toBe(change.pirOutcome)
    }
  })

  test('includes its review, actions and lessons, as the contract defines them', async () => {
    const [change] = await database.db.select().from(changes).where(eq(changes.pirOutcome, 'failed')).limit(1)
    const { rows } = await listChangeHistory(testContext(database.db), change?.number ?? '', { page: 1, limit: 100 })
    for (const row of rows) expect(HistoryEvent.parse(row)).toEqual(row)
    const kinds = rows.map(({ action, entity_type: type }) => `${action} ${type}`)
    expect(kinds).toEqual(
      expect.arrayContaining(['create review', 'update review', 'create improvement', 'create article']),
    )
  })
})

test('ends with the current status of an action', async () => {
  const rows = await database.db.select().from(improvements).where(eq(improvements.origin, 'demo'))
  for (const { id, status, updatedAt } of rows) {
    const last = (await listEvents('improvement', id)).at(-1)
    expect([id, last?.changes.status?.to, last?.at]).toEqual([id, status, updatedAt])
  }
})

test('has no entries for other records or future days, and each entry names a person', async () => {
  expect(await listEvents('improvement', 'imp_demo_0001')).toEqual([])
  const all = await database.db.select().from(auditEvents)
  expect(all.filter(({ at }) => at > now.toISOString())).toEqual([])
  expect(
    all.filter(({ actorName, changes: written }) => actorName === '' || Object.keys(written).length === 0),
  ).toEqual([])
})
