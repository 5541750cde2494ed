import { beforeAll, describe, expect, test } from 'vitest'
import type { Page } from '#lib/contracts/pages.ts'
import { listChanges } from '#server/changes/list-changes.ts'
import { listImprovements } from '#server/improvements/queries.ts'
import { listIncidents } from '#server/incidents/queries.ts'
import { listUsers } from '#server/people/queries.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { listProducts } from '#server/products/queries.ts'
import { listQueue } from '#server/worklist/queue/queries.ts'
import { provideTestDatabase } from './testing.ts'
import { transact } from './transaction.ts'

const database = provideTestDatabase()
const size = 137

beforeAll(async () => {
  const each = `generate_series(1, ${size}) as i`
  await database.pool.query(`
    insert into users (id, name, name_key, email, bio, location, origin, created_at)
      select 'u' || i, 'Name', 'name ' || i % 7, md5(i::text), '', '', 'test', timestamptz '2026-01-01' + i % 50 * interval '1 day' from ${each};
    insert into products (id, name, description, price, category, origin)
      select 'p' || i, 'Name', 'Text', i % 90, 'category ' || i % 2, 'test' from ${each};
    insert into changes (number, title, state, type, risk, affected_services, actual_end, origin, created_at, updated_at)
      select 'CHG' || i, md5(i::text), case when i % 3 = 0 then 'review' else 'closed' end, 'normal',
        case when i % 5 > 0 then 'low' end, '{}', case when i % 4 > 0 then timestamptz '2026-02-01' + i * interval '1 hour' end,
        'test', timestamptz '2026-01-01' + i / 3 * interval '1 hour', timestamptz '2026-03-01' from ${each};
    insert into reviews (reference, change_number, status, due_on, origin, created_at, updated_at)
      select 'PIR-' || number, number, 'in_progress', case when number not like '%7' then date '2026-03-01' + right(number, 1)::int end,
        'test', created_at, created_at from changes where state = 'review';
    insert into incidents (number, short_description, priority, state, opened_at, resolved_at, origin, updated_at)
      select 'INC' || i, md5(i::text), '3 - Moderate', 'new', timestamptz '2026-01-01' + i / 2 * interval '1 hour',
        case when i % 3 > 0 then timestamptz '2026-02-01' + i * interval '1 hour' end, 'test', now() from ${each};
    insert into improvements (id, title, source_type, source_ref, owner, target_date, status, origin, created_at, updated_at)
      select 'imp_' || i, 'Title ' || i % 9, 'pir', 'PIR-1', 'a@hindsight.example', '2026-05-01', 'open', 'test',
        timestamptz '2026-01-01' + i / 2 * interval '1 hour', timestamptz '2026-01-01' from ${each};`)
})

type ListedRecord = { readonly number?: string; readonly id?: string }
type ListRequest = {
  readonly page: number
  readonly limit: number
  readonly cursor?: string
  readonly [parameter: string]: unknown
}
type ReadList = (ctx: Context, request: ListRequest) => Promise<Page<ListedRecord>>
const lists: readonly (readonly [string, ReadList, object])[] = [
  ['users', listUsers as ReadList, {}],
  ['users', listUsers as ReadList, { sort: '-name' }],
  ['users', listUsers as ReadList, { sort: 'created_at' }],
  ['products', listProducts as ReadList, {}],
  ['products', listProducts as ReadList, { category: 'category 1', min_price: 10, max_price: 80.5 }],
  ['changes', listChanges as ReadList, {}],
  ['changes', listChanges as ReadList, { sort: 'actual_end' }],
  ['changes', listChanges as ReadList, { sort: '-planned_start', query: 'state = review OR title ~ "a"' }],
  ['incidents', listIncidents as ReadList, { query: 'short_description ~ "1" AND opened_at > 2026-01-02' }],
  ['improvements', listImprovements as ReadList, { sort: '-target_date' }],
  ['the queue', listQueue as unknown as ReadList, { sort: 'due_on' }],
  ['the queue', listQueue as unknown as ReadList, { sort: '-risk' }],
  ['the queue', listQueue as unknown as ReadList, { query: 'due_in_days < 10', search: 'a' }],
]

const ctx = () => testContext(database.db)
const identifiers = ({ rows }: Page<ListedRecord>) => rows.map((row) => row.number ?? row.id)

async function readByPage(list: ReadList, input: object, limit: number) {
  const { total } = await list(ctx(), { ...input, page: 1, limit })
  const pages = Array.from({ length: Math.ceil(total / limit) }, (_, index) => index + 1)
  return (await Promise.all(pages.map((page) => list(ctx(), { ...input, page, limit })))).flatMap(identifiers)
}

async function readByCursor(list: ReadList, input: object, limit: number, between = async () => {}) {
  const found: unknown[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: Page<ListedRecord> = await list(ctx(), { ...input, page: 1, limit, ...(cursor && { cursor }) })
    found.push(...identifiers(page))
    cursor = page.next ?? null
    await between()
  }
  return found
}

describe.each(lists)('%s', (_, list, input) => {
  test(`are complete by page and by cursor: ${JSON.stringify(input)}`, async () => {
    const whole = await list(ctx(), { ...input, page: 1, limit: 1000 })
    expect(whole.rows).toHaveLength(whole.total)
    expect(whole.total).toBeGreaterThan(10)
    expect(whole.next).toBeNull()
    expect(await readByPage(list, input, 10)).toEqual(identifiers(whole))
    expect(await readByCursor(list, input, 7)).toEqual(identifiers(whole))
    const inTransactionToo = await transact(database.db, (tx) =>
      list({ ...ctx(), db: tx }, { ...input, page: 1, limit: 1000 }),
    )
    expect(identifiers(inTransactionToo)).toEqual(identifiers(whole))
  })

  test(`have their total past the end: ${JSON.stringify(input)}`, async () => {
    const { total } = await list(ctx(), { ...input, page: 1, limit: 1 })
    expect(await list(ctx(), { ...input, page: 9999, limit: 10 })).toMatchObject({ rows: [], total, next: null })
  })
})

describe('the total of an unfiltered list', () => {
  const readTotal = async () => (await listProducts(ctx(), { page: 1, limit: 1 })).total
  const insert = (id: string) => `insert into products (id, name, description, price, category, origin)
    values ('${id}', 'n', 'd', 1, 'by hand', 'test')`

  test('is exact after SQL by hand, committed or rolled back', async () => {
    const before = await readTotal()
    await database.pool.query(insert('hand1'))
    expect(await readTotal()).toBe(before + 1)
    await database.pool.query(`${insert('hand1')} on conflict do nothing`)
    await database.pool.query(`${insert('hand1')} on conflict (id) do update set price = 2`)
    expect(await readTotal()).toBe(before + 1)
    await database.pool.query(`begin; ${insert('hand2')}; rollback`)
    expect(await readTotal()).toBe(before + 1)
    await database.pool.query(`delete from products where category = 'by hand'`)
    expect(await readTotal()).toBe(before)
    await database.pool.query(`begin; truncate products`)
    await database.pool.query('rollback')
  })

  test('is exact after many concurrent transactions, none of which waits for another', async () => {
    const before = await readTotal()
    const open = await Promise.all(Array.from({ length: 4 }, () => database.pool.connect()))
    for (const [index, client] of open.entries()) await client.query(`begin; ${insert(`open${index}`)}`)
    expect(await readTotal()).toBe(before)
    for (const client of open) await client.query('commit')
    for (const client of open) client.release()
    expect(await readTotal()).toBe(before + 4)
    await database.pool.query(`delete from products where category = 'by hand'`)
  })
})

describe('a cursor', () => {
  test('returns each unchanged record once while others are written', async () => {
    const stood = await readByPage(listUsers as ReadList, {}, 50)
    let written = 0
    const write = async () => {
      written += 1
      await database.pool.query(`insert into users (id, name, name_key, email, bio, location, origin, created_at)
        values ('a${written}', 'n', 'n', 'e', '', '', 'between', now()), ('u1${written}x', 'n', 'n', 'e', '', '', 'between', now())`)
    }
    const read = await readByCursor(listUsers as ReadList, {}, 10, write)
    expect(new Set(read).size).toBe(read.length)
    expect(stood.filter((id) => !read.includes(id))).toEqual([])
    await database.pool.query(`delete from users where origin = 'between'`)
  })

  test.each([
    ['nonsense', 'must be a cursor from the Link header of a response'],
    [makeCursor('-created_at', 'x', 'y', 2), 'belongs to a list with another sort'],
    [makeCursor('created_at', 'no time', 'u1', 2), 'must be a cursor from the Link header of a response'],
    [makeCursor('created_at', 'a\u0000b', 'u1', 2), 'must be a cursor from the Link header of a response'],
  ])('that no response contained is rejected: %s', async (cursor, issue) => {
    const reading = listUsers(ctx(), { page: 1, limit: 5, sort: 'created_at', cursor })
    await expect(reading).rejects.toMatchObject({ code: 'invalid_parameter', details: [{ field: 'cursor', issue }] })
  })
})

function makeCursor(...parts: unknown[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}
