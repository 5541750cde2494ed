import fc from 'fast-check'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { queueFields } from '#lib/contracts/app/queue.ts'
import { changeStates, reviewOutcomes } from '#lib/contracts/changes.ts'
import { printFilter } from '#lib/filter/print.ts'
import type { Comparison, FilterTree } from '#lib/filter/syntax-tree.ts'
import { updateChange } from '#server/changes/commands.ts'
import { listChanges } from '#server/changes/queries.ts'
import { listIncidents } from '#server/incidents/queries.ts'
import { listQueue } from '#server/queue/queries.ts'
import { testContext, testToken } from '#server/testing-context.ts'
import { createDatabase } from './client.ts'
import { countNewLists } from './count-lists.ts'
import { keptOf, settleKept } from './kept-positions.ts'
import { recordListWrite } from './list-version.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query(`
    insert into changes (number, title, state, type, risk, affected_services, pir_completed, pir_outcome, origin, created_at, updated_at)
      select 'CHG' || i, 'Title', (array['review', 'closed', 'new'])[1 + i % 3], (array['normal', 'standard'])[1 + i % 2],
        case when i % 5 > 0 then 'low' end, (array['{}', '{dns}', '{dns,mail}', '{mail}'])[1 + i % 4]::text[], i % 7 = 0,
        case when i % 7 = 0 then 'failed' end, 'test', timestamptz '2026-01-01' + i * interval '1 hour', now()
      from generate_series(1, 400) as i;
    insert into reviews (reference, change_number, status, origin, created_at, updated_at)
      select 'PIR-' || number, number, 'in_progress', 'test', created_at, created_at from changes where state = 'review';
    insert into incidents (number, short_description, priority, state, opened_at, affected_service, origin, updated_at)
      select 'INC' || i, 'Down', (array['1 - Critical', '2 - High', '3 - Moderate'])[1 + i % 3], 'closed', now(),
        case when i % 4 > 0 then 'service ' || i % 4 end, 'test', now() from generate_series(1, 300) as i;`)
  await countNewLists(database.db)
})
afterAll(() => database.drop())

const made = () => settleKept(database.pool)
const tallies = () =>
  [...keptOf(database.pool).tallies.entries()].flatMap(([key, { cells }]) => (cells === null ? [] : [key]))

const value = {
  state: fc.constantFrom(...changeStates),
  type: fc.constantFrom('normal', 'standard', 'emergency'),
  risk: fc.constantFrom('low', 'high'),
  affected_services: fc.constantFrom('dns', 'mail', 'DNS'),
  pir_outcome: fc.constantFrom(...reviewOutcomes),
}
type Field = keyof typeof value
const comparison = fc.constantFrom(...(Object.keys(value) as Field[])).chain((field) => {
  const type = queueFields[field].type
  const operator = fc.constantFrom('=', '!=', 'IN', 'NOT IN', '~') as fc.Arbitrary<Comparison['operator']>
  return fc.tuple(operator, fc.array(value[field], { minLength: 1, maxLength: 3 })).map(([one, values]): FilterTree => {
    const held = one.endsWith('IN') ? values : values.slice(0, 1)
    return { kind: 'comparison', field, type, operator: one, values: held as unknown as Comparison['values'] }
  })
})
const filter = fc.oneof(
  comparison,
  comparison.map((operand): FilterTree => ({ kind: 'not', operand })),
  fc.tuple(comparison, comparison).map((operands): FilterTree => ({ kind: 'and', operands })),
  fc.tuple(comparison, comparison, comparison).map((operands): FilterTree => ({ kind: 'or', operands })),
)

test('totals by tallies are those of the database, for any filter of the fields, and after any write', async () => {
  const ctx = testContext(database.db)
  const plain = createDatabase(database.url, { poolSize: 1 })
  onTestFinished(() => plain.pool.end())
  let byTallies = 0
  for (const [index, tree] of fc.sample(filter, { numRuns: 120, seed: 7 }).entries()) {
    const query = printFilter(tree)
    const input = { query, page: 1, limit: 10 } as never
    // Nothing is kept of what a transaction reads.
    const { total } = await plain.db.transaction((tx) => listChanges({ ...ctx, db: tx }, input))
    for (const list of [listChanges, listQueue, listChanges, listQueue]) {
      expect(await list(ctx, input), query).toMatchObject({ total })
      await made()
    }
    byTallies += tallies().length > 0 ? 1 : 0
    if (index % 4 === 3)
      await updateChange({ ...ctx, actor: testToken }, `CHG${index}`, {
        pir_outcome: index % 8 === 3 ? 'successful' : null,
      })
  }
  expect(byTallies).toBeGreaterThan(60)
})

test('a tally answers values that nobody asked for, at any page, until the list is written', async () => {
  const ctx = testContext(database.db)
  const ask = async (priority: string, page = 1) =>
    (await listIncidents(ctx, { query: `priority = "${priority}"`, page, limit: 10 } as never)).total
  for (const priority of ['1 - Critical', '2 - High']) {
    expect(await ask(priority)).toBe(100)
    await made()
  }
  expect(tallies()).toContain('incidents priority')
  expect([await ask('3 - Moderate'), await ask('3 - Moderate', 4), await ask('None')]).toEqual([100, 100, 0])
  await database.db.transaction(async (tx) => {
    await tx.execute(`delete from incidents where number in ('INC1', 'INC2')`)
    await recordListWrite(tx, 'incidents', { removed: 2 })
  })
  expect([await ask('3 - Moderate'), await ask('2 - High'), await ask('1 - Critical')]).toEqual([99, 99, 100])
})

test('a field of many values has no tally, and is tried once for a version of the list', async () => {
  await database.pool.query(`insert into incidents (number, short_description, priority, state, opened_at, affected_service, origin, updated_at)
    select 'INCM' || i, 'Down', '4 - Low', 'closed', now(), 'many ' || i, 'test', now() from generate_series(1, 2100) as i`)
  await recordListWrite(database.db, 'incidents', { inserted: 2100 })
  const ctx = testContext(database.db)
  for (let time = 0; time < 4; time += 1) {
    const query = `affected_service != "${time}"`
    expect((await listIncidents(ctx, { query, page: 1, limit: 10 } as never)).total).toBe(2398)
    await made()
  }
  expect(tallies()).not.toContain('incidents affected_service')
  expect(keptOf(database.pool).tallies.has('incidents affected_service')).toBe(true)
})
