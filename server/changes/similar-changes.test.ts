import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { countRowsRead, findTablesReadWhole } from '#server/platform/db/testing-plan.ts'
import { createContext, insertChange } from '#server/reviews/testing.ts'
import { listSimilarChanges } from './similar-changes.ts'

const database = provideTestDatabase()
beforeAll(async () => {
  const { db } = database
  const closed = { state: 'closed', pirOutcome: 'successful' } as const
  const upgrade = 'Upgrade the harbour-db to PostgreSQL 18'
  await insertChange(db, 'CHG-NEXT', { title: upgrade, state: 'scheduled', affectedServices: ['harbour-db', 'pilots'] })
  await insertChange(db, 'A-same', { ...closed, title: upgrade, affectedServices: ['harbour-db'] })
  await insertChange(db, 'B-part', {
    ...closed,
    title: 'Move the harbour-db to PostgreSQL',
    type: 'emergency',
    pirOutcome: 'failed',
    affectedServices: ['crane', 'harbour-db'],
  })
  await insertChange(db, 'C-open', { title: upgrade, affectedServices: ['harbour-db'] })
  await insertChange(db, 'D-other', { ...closed, title: upgrade, affectedServices: ['crane'] })
  await insertChange(db, 'E-words', { ...closed, title: 'Paint the harbour-db', affectedServices: ['harbour-db'] })
  await insertChange(db, 'CHG-MAIL', { title: 'Rotate the keys', state: 'new', affectedServices: ['mail'] })
  await insertChange(db, 'CHG-NONE', { title: upgrade, state: 'new', affectedServices: [] })
  await db.execute(sql`
    insert into changes (number, title, state, type, affected_services, actual_end, pir_outcome, pir_completed, origin, created_at, updated_at)
    select 'M' || n, case when n % 3 = 0 then 'Rotate the keys' else 'Sort the letters' end, 'closed', 'normal', '{mail}', at,
      'successful', true, 'entry', at, at
    from (select n, timestamptz '2020-01-01' + n * interval '2 hours' as at from generate_series(1, 8000) n) many`)
  await db.execute(sql`analyze`)
})
const list = (number: string) => listSimilarChanges(createContext(database.db), number)

test('reviewed changes that share a service and words of the title are similar, the most similar first', async () => {
  const similar = await list('CHG-NEXT')
  expect(similar.map(({ change }) => [change.number, change.pir_outcome])).toEqual([
    ['A-same', 'successful'],
    ['B-part', 'failed'],
  ])
  expect(similar.map(({ reasons }) => reasons.map(({ reason }) => reason))).toEqual([
    ['Same service, harbour-db', 'Shares “upgrade”, “postgresql”', 'Also a normal change'],
    ['Same service, harbour-db', 'Shares “postgresql”'],
  ])
  expect(similar[0]?.change).not.toHaveProperty('implementation_plan')
})

test('the latest of many are listed, and a change without a service has none', async () => {
  const similar = await list('CHG-MAIL')
  expect(similar.map(({ change }) => change.number)).toEqual(['M7998', 'M7995', 'M7992', 'M7989', 'M7986', 'M7983'])
  expect(await list('CHG-NONE')).toEqual([])
})

test.each(['CHG-NEXT', 'CHG-MAIL'])('does not read all changes for %s', async (number) => {
  const read = (db: typeof database.db) => listSimilarChanges({ ...createContext(database.db), db }, number)
  expect(await findTablesReadWhole(database.pool, read)).not.toContain('changes')
  expect(await countRowsRead('changes', database.pool, read)).toBeLessThan(3000)
})
