import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Page } from '#lib/contracts/pages.ts'
import { listChanges } from '#server/changes/queries.ts'
import type { Context } from '#server/context.ts'
import { deleteImprovement, updateImprovement } from '#server/improvements/commands.ts'
import { createImprovement } from '#server/improvements/create-improvement.ts'
import { listImprovements } from '#server/improvements/queries.ts'
import { listProducts } from '#server/products/queries.ts'
import { listQueue } from '#server/queue/queries.ts'
import { testContext } from '#server/testing-context.ts'
import { getUser, listUsers } from '#server/users/queries.ts'
import { createDatabase, type Database } from './client.ts'
import { countNewLists } from './count-lists.ts'
import { keptOf, settleKept } from './kept-positions.ts'
import { recordListWrite } from './list-version.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'

let database: TestDatabase
/** Another process writes what this one has kept pages of. */
let other: ReturnType<typeof createDatabase>
const rows = 2630

beforeAll(async () => {
  database = await createTestDatabase()
  other = createDatabase(database.url, { poolSize: 3 })
  const each = `generate_series(1, ${rows}) as i`
  const many = `md5(i::text)`
  await database.pool.query(`
    insert into users (id, name, name_key, email, bio, location, origin, created_at)
      select 'u' || i, 'Name', 'name ' || i % 7, ${many}, '', '', 'test', timestamptz '2026-01-01' + i % 50 * interval '1 day' from ${each};
    insert into products (id, name, description, price, category, origin)
      select 'p' || i, 'Name', 'Text', i % 90, 'category ' || i % 2, 'test' from ${each};
    insert into changes (number, title, state, type, risk, affected_services, actual_end, origin, created_at, updated_at)
      select 'CHG' || i, ${many}, case when i % 3 = 0 then 'review' else 'closed' end, 'normal',
        case when i % 5 > 0 then 'low' end, '{}', case when i % 4 > 0 then timestamptz '2026-02-01' + i * interval '1 hour' end,
        'test', timestamptz '2026-01-01' + i / 3 * interval '1 hour', timestamptz '2026-03-01' from ${each};
    insert into reviews (reference, change_number, status, due_on, origin, created_at, updated_at)
      select 'PIR-' || number, number, 'in_progress', case when number not like '%7' then date '2026-03-01' + right(number, 2)::int end, 'test', created_at, created_at
      from changes where state = 'review' and length(number) = 6
      union all select 'PIR-0', 'CHG-NONE', 'in_progress', date '2026-03-02', 'test', now(), now();
    insert into improvements (id, title, source_type, source_ref, owner, target_date, status, origin, created_at, updated_at)
      select 'imp_0' || i, 'Title ' || i % 9, 'pir', 'PIR-1', 'a@hindsight.example', '2026-05-01', 'open', 'test',
        timestamptz '2026-01-01' + i / 2 * interval '1 hour', timestamptz '2026-01-01' from ${each};`)
  await countNewLists(database.db)
})
afterAll(async () => {
  await other.pool.end()
  await database.drop()
})

type Listing = (ctx: Context, input: never) => Promise<Page<object>>
const identifierOf = (row: object) => ('number' in row ? row.number : 'id' in row ? row.id : null)

/** Every page of a list, the last one first, each asked for twice: joined, they are the list. */
async function allPages(db: Database, list: Listing, input: object, limit: number): Promise<unknown[]> {
  const ctx = testContext(db)
  const { total } = await list(ctx, { ...input, page: 1, limit } as never)
  const pages: unknown[][] = []
  for (let page = Math.ceil(total / limit) + 1; page > 0; page -= 1) {
    for (const _ of [1, 2]) {
      const found = await list(ctx, { ...input, page, limit } as never)
      expect(found.total).toBe(total)
      pages[page] = found.rows.map(identifierOf)
      await settleKept(database.pool)
    }
  }
  expect(pages.flat()).toHaveLength(total)
  return pages.flat()
}

const idsOf = async (statement: string) =>
  (await database.pool.query<{ id: string }>(statement)).rows.map(({ id }) => id)

const orders: readonly [name: string, list: Listing, input: object, statement: string][] = [
  ['users', listUsers as Listing, {}, 'select id from users order by id'],
  ['users', listUsers as Listing, { sort: '-name' }, 'select id from users order by name_key desc, id desc'],
  [
    'products',
    listProducts as Listing,
    { category: 'category 1' },
    "select id from products where category = 'category 1' order by id",
  ],
  ['changes', listChanges as Listing, {}, 'select number as id from changes order by created_at desc, number desc'],
  [
    'changes',
    listChanges as Listing,
    { sort: 'actual_end' },
    'select number as id from changes order by actual_end, number',
  ],
  [
    'changes',
    listChanges as Listing,
    { sort: '-actual_end' },
    'select number as id from changes order by actual_end desc, number desc',
  ],
  [
    'changes',
    listChanges as Listing,
    { query: 'state = closed' },
    "select number as id from changes where state = 'closed' order by created_at desc, number desc",
  ],
  [
    'queue',
    listQueue as Listing,
    { sort: 'risk' },
    'select number as id from changes order by risk is not null, number',
  ],
  [
    'queue',
    listQueue as Listing,
    { sort: '-actual_end' },
    'select number as id from changes order by actual_end desc nulls last, number desc',
  ],
  [
    'queue',
    listQueue as Listing,
    { sort: 'due_on' },
    "select number as id from changes left join reviews on change_number = number order by coalesce(due_on, 'infinity'), number",
  ],
  [
    'queue',
    listQueue as Listing,
    { sort: '-due_on' },
    "select number as id from changes left join reviews on change_number = number order by coalesce(due_on, 'infinity') desc, number desc",
  ],
  ['improvements', listImprovements as Listing, { sort: 'title' }, 'select id from improvements order by title, id'],
]

test.each(orders)('%s, page by page, as the database orders it: %#', async (_name, list, input, statement) => {
  expect(await allPages(database.db, list, input, 300)).toEqual(await idsOf(statement))
  if (!('query' in input || 'category' in input)) expect(keptOf(database.pool).positions.size).toBeGreaterThan(0)
})

test('what another process writes is seen at once, at any page, whether it moves others or not', async () => {
  const mine = testContext(database.db)
  const theirs = testContext(other.db)
  const input = {
    title: 'Title 5',
    source_type: 'pir',
    source_ref: 'PIR-1',
    owner: 'a@hindsight.example',
    target_date: '2026-05-01',
  }
  const made: string[] = []
  const writes = [
    () => createImprovement(theirs, input).then(({ id }) => made.push(id)),
    () => createImprovement(theirs, { ...input, title: 'A title' }).then(({ id }) => made.push(id)),
    () => updateImprovement(theirs, 'imp_0100', { title: 'Z title' }),
    () => deleteImprovement(theirs, 'imp_0300'),
    () => createImprovement(mine, input),
    () => deleteImprovement(mine, made[0] ?? ''),
  ]
  const sorts = { '-created_at': 'created_at desc, id desc', created_at: 'created_at, id', title: 'title, id' }
  for (const write of writes) {
    await write()
    for (const [sort, order] of Object.entries(sorts)) {
      const expected = await idsOf(`select id from improvements order by ${order}`)
      for (const page of [1, 5, 11, 11, 9]) {
        const found = await listImprovements(mine, { sort, page, limit: 250 } as never)
        expect(found).toMatchObject({ total: expected.length })
        expect(found.rows.map(({ id }) => id)).toEqual(expected.slice((page - 1) * 250, page * 250))
        await settleKept(database.pool)
      }
    }
  }
})

test('a filter is counted anew after a write, and a transaction sees its own', async () => {
  const ctx = testContext(database.db)
  const query = 'title = "Title 5"'
  const before = await listImprovements(ctx, { query, page: 1, limit: 10 } as never)
  await database.db
    .transaction(async (tx) => {
      const within = testContext(tx)
      await createImprovement(within, {
        title: 'Title 5',
        source_type: 'pir',
        source_ref: 'P',
        owner: 'a@b.example',
        target_date: '2026-05-01',
      })
      expect(await listImprovements(within, { query, page: 1, limit: 10 } as never)).toMatchObject({
        total: before.total + 1,
      })
      expect(await listImprovements(ctx, { query, page: 1, limit: 10 } as never)).toMatchObject({ total: before.total })
      tx.rollback()
    })
    .catch(() => {})
  expect(await listImprovements(ctx, { query, page: 1, limit: 10 } as never)).toMatchObject({ total: before.total })
  await other.db.transaction(async (tx) => {
    await tx.execute(sql`update improvements set title = 'Title 5' where title = 'Title 6'`)
    await recordListWrite(tx, 'improvements')
  })
  const [now] = await idsOf(`select count(*)::int as id from improvements where title = 'Title 5'`)
  expect(now).not.toBe(before.total)
  expect(await listImprovements(ctx, { query, page: 1, limit: 10 } as never)).toMatchObject({ total: now })
})

test('pages of a list and single records are planned once, not for each that is asked for', async () => {
  const one = createDatabase(database.url, { poolSize: 1 })
  onTestFinished(() => one.pool.end())
  const ctx = testContext(one.db)
  for (let page = 1; page <= 60; page += 1) {
    await listUsers(ctx, { page, limit: 40 + (page % 3) } as never)
    await listImprovements(ctx, { page, limit: 20 + page } as never)
    await Promise.all([getUser(ctx, `u${page}`), ...(page % 2 > 0 ? [getUser(ctx, 'u7')] : [])])
    await settleKept(one.pool)
  }
  const { rows: plans } = await one.pool.query<{ text: string; custom: number }>(`
    select statement as text, custom_plans::int as custom from pg_prepared_statements
    where custom_plans + generic_plans > 20 and statement !~ 'counted' order by custom desc`)
  expect(plans.length).toBeGreaterThanOrEqual(3)
  // PostgreSQL tries five times what a plan for the very values would cost.
  expect(plans.filter(({ custom }) => custom > 5)).toEqual([])
})
