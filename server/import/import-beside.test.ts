import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTemporaryFolder } from './testing.ts'
import { importContent, noCounts, pickCounts, provideDatabases, readAll } from './testing-import.ts'

const { open, countWaiting } = provideDatabases()

/** More rows than one portion. */
const many = 6_000
const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index)

const incidentsHeader = 'number,opened_at,short_description,state,related_change\n'
const incident = (index: number, state = 'New', change = '') =>
  `INC${index},2026-03-01T00:00:00Z,Case ${index},${state},${change}\n`
const productsHeader = 'id,name,price,category\n'
const product = (id: string, name = `Pen ${id}`) => `${id},${name},1,x\n`

const selectRows = async (statement: string) => (await open().pool.query(statement)).rows

test('the last row of a record counts, even if an earlier one came with an earlier portion', async () => {
  const rows = numbers(many).map((index) => incident(index, 'New', index === 7 ? 'CHG1' : index === 8 ? 'CHG2' : ''))
  const log = `${incidentsHeader}${rows.join('')}${incident(7, 'Closed', 'CHG3')}${incident(many)}`
  const mapping = { newest_first: false }
  const summary = await importContent(open(), 'incidents', log, { mapping })
  expect(pickCounts(summary)).toEqual({ ...noCounts, inserted: many + 1, superseded: 1, stubs: 2 })
  expect(await selectRows(`select state, related_change from incidents where number = 'INC7'`)).toEqual([
    { state: 'closed', related_change: 'CHG3' },
  ])
  expect(await selectRows('select number from changes order by number')).toEqual([
    { number: 'CHG2' },
    { number: 'CHG3' },
  ])
  const counts = `select table_name, sum(records)::int as n from record_counts
    where table_name in ('changes', 'incidents') group by table_name order by table_name`
  expect(await selectRows(counts)).toEqual([
    { table_name: 'changes', n: 2 },
    { table_name: 'incidents', n: many + 1 },
  ])
  const before = await readAll(open())
  expect(pickCounts(await importContent(open(), 'incidents', log, { mapping }))).toEqual({
    ...noCounts,
    unchanged: many + 1,
    superseded: 1,
  })
  expect(await readAll(open())).toEqual(before)
})

test('a row that repeats a record of an earlier portion is rejected with the line of the first', async () => {
  const first = numbers(many).map((index) => product(`p${index}`))
  const rows = `${productsHeader}${first.join('')}${product('p3', 'Other')}${product('q')}`
  const summary = await importContent(open(), 'products', rows)
  expect(pickCounts(summary)).toEqual({ ...noCounts, inserted: many + 1, refused: 1 })
  expect(summary.refusals).toEqual([{ place: `line ${many + 2}`, line: many + 2, reason: 'repeats the id of line 5' }])
  expect(await selectRows(`select name from products where id = 'p3'`)).toEqual([{ name: 'Pen p3' }])
})

test('new records are inserted around existing ones, which are compared', async () => {
  await importContent(open(), 'products', `${productsHeader}${product('k1')}${product('k2')}`)
  const first = numbers(many).map((index) => product(`a${index}`))
  const rows = `${productsHeader}${first.join('')}${product('k1')}${product('k2', 'Ink')}${product('z')}`
  expect(pickCounts(await importContent(open(), 'products', rows))).toEqual({
    ...noCounts,
    inserted: many + 1,
    updated: 1,
    unchanged: 1,
  })
  expect(await selectRows(`select count(*)::int as n from products`)).toEqual([{ n: many + 3 }])
})

test('a record added by a concurrent writer is compared with the file, and the rest is inserted', async () => {
  const { pool } = open()
  const other = await pool.connect()
  await other.query(`begin; insert into products (id, name, description, price, category, origin)
    values ('p5500', 'Theirs', '', 1, 'x', 'entry')`)
  const rows = numbers(many).map((index) => product(`p${index}`))
  const path = join(await makeTemporaryFolder(), 'refused.csv')
  const file = `${productsHeader}b,Ink,free,x\n${rows.join('')}`
  const running = importContent(open(), 'products', file, { refusedPath: () => path })
  await expect.poll(countWaiting).toBeGreaterThan(0)
  await other.query('commit')
  other.release()
  const summary = await running
  expect(pickCounts(summary)).toEqual({ ...noCounts, inserted: many - 1, updated: 1, refused: 1 })
  expect(await selectRows(`select name from products where id = 'p5500'`)).toEqual([{ name: 'Pen p5500' }])
  expect(
    await selectRows(
      `select action, count(*)::int as n from audit_events where entity_type = 'product' group by 1 order by 1`,
    ),
  ).toEqual([
    { action: 'create', n: many - 1 },
    { action: 'update', n: 1 },
  ])
})

test('an import waits for one that writes to the same tables, and for no other, unless it is stopped', async () => {
  const steps: string[] = []
  const step = (name: string) => async () => void steps.push(name)
  let incidents: Promise<unknown> | undefined
  const onWritten = async () => {
    const waits = Promise.withResolvers<void>()
    const stop = new AbortController()
    const rows = [{ number: 'INC1', opened_at: '2026-03-01T10:00:00Z' }]
    incidents = importContent(open(), 'incidents', rows, { onWait: waits.resolve, onWritten: step('incidents') })
    await waits.promise
    const stopped = importContent(open(), 'reviews', [{ number: 'CHG1', pir_outcome: 'failed' }], {
      onWait: () => stop.abort(),
      signal: stop.signal,
    })
    await expect(stopped).rejects.toThrow('aborted')
    await importContent(open(), 'products', [{ id: 'a', name: 'Pen', price: 1 }], { onWritten: step('products') })
    await importContent(open(), 'incidents', rows, { isDryRun: true, onWritten: step('dry run') })
    steps.push('changes')
  }
  await importContent(open(), 'changes', [{ number: 'CHG1', title: 'T', state: 'closed' }], { onWritten })
  await incidents
  expect(steps).toEqual(['products', 'dry run', 'changes', 'incidents'])
})
