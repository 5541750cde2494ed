import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { earlyStatements } from './database/merge-statements.ts'
import { type StagedRow, stageRows } from './database/staging.ts'
import { createEarlyStore } from './database/store-early.ts'
import { allTargets } from './targets/all-targets.ts'
import { temporaryFolder } from './testing.ts'
import { countsOf, importContent, noCounts, provideDatabases, readAll } from './testing-import.ts'

const { open } = provideDatabases()

/** More rows than one portion, so that the first are stored before the last are read. */
const many = 6_000
const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index)

const incidentsHeader = 'number,opened_at,short_description,state,related_change\n'
const incident = (index: number, state = 'New', change = '') =>
  `INC${index},2026-03-01T00:00:00Z,Case ${index},${state},${change}\n`
const productsHeader = 'id,name,price,category\n'
const product = (id: string, name = `Pen ${id}`) => `${id},${name},1,x\n`

const target = allTargets.products
const testActor = { kind: 'system', id: 'import', name: 'Import' } as const
const plan = {
  target,
  filled: new Set(['id']),
  choice: 'first' as const,
  author: { importId: 'import_1', actor: testActor, now: new Date(0) },
}

async function* readProducts(portions: readonly (readonly number[])[]): AsyncGenerator<StagedRow[]> {
  const cellOf = (name: string, index: number) => (name === 'id' ? `p${index}` : name === 'price' ? 1 : 'x')
  let ordinal = 0
  for (const portion of portions) {
    yield portion.map((index) => {
      ordinal += 1
      return { ordinal, line: ordinal + 1, cells: target.columns.map((column) => cellOf(column.name, index)) }
    })
  }
}

const rowsOf = async (statement: string) => (await open().pool.query(statement)).rows

test('new records are stored while the file is read, until a portion repeats one', async () => {
  const portions = [numbers(5_000), numbers(5_000, 5_000), numbers(5_000, 9_999), numbers(10, 20_000)]
  const client = await open().pool.connect()
  try {
    await client.query('begin')
    const early = createEarlyStore(client, plan)
    const stored: number[] = []
    await stageRows(client, target, readProducts(portions), async (portion) => {
      await early.store(portion)
      stored.push((await client.query('select count(*)::int as n from products')).rows[0].n)
    })
    expect(stored).toEqual([5_000, 10_000, 10_000, 10_000])
    expect(early.isComplete).toBe(false)
    expect(await early.finish()).toEqual({ inserted: 9_999, stubs: 0 })
    const left = await client.query('select count(*)::int as n, min(ordinal) as first from import_rows')
    expect(left.rows).toEqual([{ n: 5_011, first: 10_000 }])
  } finally {
    client.release(true)
  }
})

test('a portion is not compared with all previously stored records', async () => {
  const client = await open().pool.connect()
  try {
    await client.query('begin')
    const early = createEarlyStore(client, plan)
    await stageRows(client, target, readProducts([numbers(20_000)]), early.store)
    const { rows } = await client.query(`explain ${earlyStatements(plan).insert}`, [15_000, 20_000, 'evt_1'])
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('Seq Scan on products')
  } finally {
    client.release(true)
  }
})

test('the last row of a record counts, even if an earlier one was stored', async () => {
  const rows = numbers(many).map((index) => incident(index, 'New', index === 7 ? 'CHG1' : index === 8 ? 'CHG2' : ''))
  const log = `${incidentsHeader}${rows.join('')}${incident(7, 'Closed', 'CHG3')}${incident(many)}`
  const summary = await importContent(open(), 'incidents', log)
  expect(countsOf(summary)).toEqual({ ...noCounts, inserted: many + 1, superseded: 1, stubs: 2 })
  expect(await rowsOf(`select state, related_change from incidents where number = 'INC7'`)).toEqual([
    { state: 'closed', related_change: 'CHG3' },
  ])
  expect(await rowsOf('select number from changes order by number')).toEqual([{ number: 'CHG2' }, { number: 'CHG3' }])
  const counts = `select table_name, sum(records)::int as n from record_counts
    where table_name in ('changes', 'incidents') group by table_name order by table_name`
  expect(await rowsOf(counts)).toEqual([
    { table_name: 'changes', n: 2 },
    { table_name: 'incidents', n: many + 1 },
  ])
  const before = await readAll(open())
  expect(countsOf(await importContent(open(), 'incidents', log))).toEqual({
    ...noCounts,
    unchanged: many + 1,
    superseded: 1,
  })
  expect(await readAll(open())).toEqual(before)
})

test('a row that repeats a stored record is rejected with the line of the first', async () => {
  const first = numbers(many).map((index) => product(`p${index}`))
  const rows = `${productsHeader}${first.join('')}${product('p3', 'Other')}${product('q')}`
  const summary = await importContent(open(), 'products', rows)
  expect(countsOf(summary)).toEqual({ ...noCounts, inserted: many + 1, refused: 1 })
  expect(summary.refusals).toEqual([{ place: `line ${many + 2}`, line: many + 2, reason: 'repeats the id of line 5' }])
  expect(await rowsOf(`select name from products where id = 'p3'`)).toEqual([{ name: 'Pen p3' }])
})

test('new records are inserted around existing ones, which are compared', async () => {
  await importContent(open(), 'products', `${productsHeader}${product('k1')}${product('k2')}`)
  const first = numbers(many).map((index) => product(`a${index}`))
  const rows = `${productsHeader}${first.join('')}${product('k1')}${product('k2', 'Ink')}${product('z')}`
  expect(countsOf(await importContent(open(), 'products', rows))).toEqual({
    ...noCounts,
    inserted: many + 1,
    updated: 1,
    unchanged: 1,
  })
  expect(await rowsOf(`select count(*)::int as n from products`)).toEqual([{ n: many + 3 }])
})

test('a failure after rows were stored undoes them', async () => {
  const path = join(await temporaryFolder(), 'missing', 'refused.csv')
  const first = numbers(many).map((index) => product(`p${index}`))
  const before = await readAll(open())
  const rows = `${productsHeader}${first.join('')}b,Ink,free,x\n`
  const attempt = importContent(open(), 'products', rows, { refusedPath: () => path })
  await expect(attempt).rejects.toMatchObject({ code: 'ENOENT' })
  expect(await readAll(open())).toEqual(before)
})

test('a record added by a concurrent writer is compared with the file, and the rest is inserted', async () => {
  const { pool } = open()
  const other = await pool.connect()
  await other.query(`begin; insert into products (id, name, description, price, category, origin)
    values ('p5500', 'Theirs', '', 1, 'x', 'entry')`)
  const rows = numbers(many).map((index) => product(`p${index}`))
  const path = join(await temporaryFolder(), 'refused.csv')
  const file = `${productsHeader}b,Ink,free,x\n${rows.join('')}`
  const running = importContent(open(), 'products', file, { refusedPath: () => path })
  await waitForLock()
  await other.query('commit')
  other.release()
  const summary = await running
  expect(countsOf(summary)).toEqual({ ...noCounts, inserted: many - 1, updated: 1, refused: 1 })
  expect(await rowsOf(`select name from products where id = 'p5500'`)).toEqual([{ name: 'Pen p5500' }])
  expect(
    await rowsOf(
      `select action, count(*)::int as n from audit_events where entity_type = 'product' group by 1 order by 1`,
    ),
  ).toEqual([
    { action: 'create', n: many - 1 },
    { action: 'update', n: 1 },
  ])
})

/** Waits until a session of this database waits for another one. */
async function waitForLock(): Promise<void> {
  const waiting = `select from pg_locks l join pg_stat_activity a using (pid)
    where a.datname = current_database() and not l.granted`
  while ((await open().pool.query(waiting)).rowCount === 0) await pause(20)
}
