import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { importFile } from './import-file.ts'
import type { ImportProgress } from './import-report.ts'
import { allTargets } from './targets/all-targets.ts'
import { makeTemporaryFolder, writeTemporaryFile } from './testing.ts'
import { importContent, importContext, noCounts, pickCounts, provideDatabases, readAll } from './testing-import.ts'

const { open } = provideDatabases()

const header = 'id,name,price,category\n'
const products = async () => (await open().pool.query('select id, name from products order by id')).rows

test('an invalid row is rejected with its line and reason, the others are imported', async () => {
  const rows = `${header}a,Pen,1,x\n,Ink,2,x\nc,"Long\nname",?,x\nd,Cup,3\ne,Mug,4,x\n`
  const summary = await importContent(open(), 'products', rows)
  expect(pickCounts(summary)).toEqual({ ...noCounts, inserted: 2, refused: 3 })
  expect(summary.refusals.map(({ place, reason }) => `${place}: ${reason}`)).toEqual([
    'line 3: ID is empty',
    'line 4: Price is empty',
    'line 6: has 3 cells where the header has 4',
  ])
})

test('rejected rows go to a file without formulas, and can be corrected and imported from there', async () => {
  const path = join(await makeTemporaryFolder(), 'refused.csv')
  const rows = `${header}a,=1+1,1,x\nb,=2+2,free,-x\nc,"Long\nname"\n`
  const summary = await importContent(open(), 'products', rows, { refusedPath: () => path })
  expect(summary.refusedPath).toBe(path)
  const refused = await readFile(path, 'utf8')
  expect(refused).toBe(
    'refused_line,refused_reason,id,name,price,category\n' +
      `3,"Price: ""free"" is not a price",b,'=2+2,free,'-x\n4,has 2 cells where the header has 4,c,"Long\nname"\n`,
  )
  const corrected = await importContent(open(), 'products', refused.replace(',free,', ',5,'), {
    refusedPath: () => path,
  })
  expect(pickCounts(corrected)).toEqual({ ...noCounts, inserted: 1, refused: 1 })
  const { rows: read } = await open().pool.query('select name, category from products order by id')
  expect(read).toEqual([
    { name: '=1+1', category: 'x' },
    { name: '=2+2', category: '-x' },
  ])
})

test('rejected JSON records go to NDJSON with all their fields', async () => {
  const path = join(await makeTemporaryFolder(), 'refused.ndjson')
  const records = [{ id: 'a', name: 'Pen', price: 1 }, { id: 'b', name: 'Ink', price: 'free', more: { x: 1 } }, 'text']
  const summary = await importContent(open(), 'products', records, { refusedPath: () => path })
  expect(pickCounts(summary)).toEqual({ ...noCounts, inserted: 1, refused: 2 })
  const lines = (await readFile(path, 'utf8')).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      id: 'b',
      name: 'Ink',
      price: 'free',
      more: { x: 1 },
      refused_line: 'record 2 (line 1)',
      refused_reason: 'Price: "free" is not a price',
    },
    { refused_line: 'record 3 (line 1)', refused_reason: 'is not an object' },
  ])
})

test('an outdated file of rejected rows is deleted', async () => {
  const path = join(await makeTemporaryFolder(), 'refused.csv')
  await importContent(open(), 'products', `${header}a,Pen,free,x\n`, { refusedPath: () => path })
  const summary = await importContent(open(), 'products', `${header}a,Pen,1,x\n`, { refusedPath: () => path })
  expect(summary.refusedPath).toBeUndefined()
  await expect(readFile(path)).rejects.toMatchObject({ code: 'ENOENT' })
})

test('if rejected rows cannot be written, nothing is imported', async () => {
  const path = join(await makeTemporaryFolder(), 'missing', 'refused.csv')
  const before = await readAll(open())
  const attempt = importContent(open(), 'products', `${header}a,Pen,1,x\nb,Ink,free,x\n`, { refusedPath: () => path })
  await expect(attempt).rejects.toMatchObject({ code: 'ENOENT' })
  expect(await readAll(open())).toEqual(before)
})

test('a field that has nothing but placeholders is a column of a JSON file too', async () => {
  const rows = [{ id: 'a', name: '-', price: 1, category: 'x' }]
  const summary = await importContent(open(), 'products', rows, { mapping: { empty: [] } })
  expect(pickCounts(summary)).toEqual({ ...noCounts, inserted: 1 })
  expect(await products()).toEqual([{ id: 'a', name: '-' }])
})

test.each([
  ['an empty file', '', 'rows.csv is empty.'],
  ['a header alone', header, 'rows.csv has no rows.'],
  ['other columns', 'a,b\n1,2\n', 'No column was found for id'],
  ['an unknown zone', `${header}a,Pen,1,x\n`, 'There is no time zone Moon.'],
])('%s is rejected with a message', async (_, text, message) => {
  const before = await readAll(open())
  const attempt = importContent(
    open(),
    'products',
    text,
    message.includes('Moon') ? { mapping: { time_zone: 'Moon' } } : {},
  )
  await expect(attempt).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining(message.replace(/\.$/, '')),
  })
  expect(await readAll(open())).toEqual(before)
})

test('a cancelled import writes nothing', async () => {
  const before = await readAll(open())
  const attempt = importContent(open(), 'products', `${header}a,Pen,1,x\n`, { signal: AbortSignal.abort() })
  await expect(attempt).rejects.toThrow()
  expect(await readAll(open())).toEqual(before)
})

test('an import waits for another writer of its records', async () => {
  await importContent(open(), 'products', `${header}a,Pen,1,x\n`)
  const other = await open().pool.connect()
  await other.query("begin; update products set price = 2 where id = 'a'")
  const running = importContent(open(), 'products', `${header}a,Pencil,1,x\n`)
  await other.query('commit')
  other.release()
  expect(pickCounts(await running)).toEqual({ ...noCounts, updated: 1 })
  expect(await products()).toEqual([{ id: 'a', name: 'Pencil' }])
})

test('many rows are written in batches, and progress is reported to the end', async () => {
  const rows = Array.from({ length: 45_000 }, (_, index) => `p${index},Pen ${index},${index}.50,x`).join('\n')
  const reported: ImportProgress[] = []
  const path = await writeTemporaryFile('many.csv', `${header}${rows}\n`)
  const { result } = await importFile(importContext(open()), { entity: 'products', path }, (now) => reported.push(now))
  expect(result).toMatchObject({ inserted: 45_000, updated: 0, unchanged: 0 })
  expect(reported.at(0)).toMatchObject({ phase: 'looking', done: 0 })
  expect(reported.at(-1)).toEqual({ phase: 'writing', done: 45_000, total: 45_000, rows: 45_000, refused: 0 })
  expect((await open().pool.query('select count(*)::int as n, sum(price)::text as sum from products')).rows).toEqual([
    { n: 45_000, sum: '1012500000.00' },
  ])
})

const odd = [
  '\0',
  '\ud800',
  '\udc00x',
  '\\',
  '\\N',
  '\\.',
  '\t',
  '\r\n',
  '"',
  "'",
  '{',
  '}',
  '{"a":"\\u0000"}',
  '\u202e',
  '=1',
]
const text = fc.oneof(fc.constantFrom(...odd), fc.string({ unit: 'binary' }), fc.string())
const document = fc.dictionary(text, fc.oneof(text, fc.array(text), fc.double({ noNaN: true })))
const good = {
  title: 'Title',
  name: 'Name',
  email: 'ada@example.org',
  state: 'New',
  price: '9.99',
  content: 'Text',
  role: 'viewer',
}
const more = { owner: 'ada@example.org', target_date: '2016-02-29', pir_outcome: 'failed' }

test.each(Object.values(allTargets))('no cell of $entity makes the database reject the whole file', async (target) => {
  const texts = Object.entries(target.fields).filter(([field, { isDate }]) => !isDate && field !== target.key)
  const row = fc.dictionary(fc.constantFrom(...texts.map(([field]) => field)), fc.oneof(text, document), {
    maxKeys: 3,
  })
  const rows = fc.sample(row, { numRuns: 500, seed: 7 }).map((cells, index) => ({
    ...good,
    ...more,
    opened_at: '2016-02-29',
    created: '2016-02-29',
    ...cells,
    [target.key]: target.key === 'email' ? `k${index}@example.org` : `K${index}`,
  }))
  const summary = await importContent(open(), target.entity, rows)
  expect(summary.rows).toBe(500)
  expect(summary.inserted).toBeGreaterThan(50)
  expect(summary.inserted + summary.refused).toBe(500)
  const again = await importContent(open(), target.entity, rows)
  expect(pickCounts(again)).toEqual({ ...noCounts, unchanged: summary.inserted, refused: summary.refused })
})

test('a title is stored on one line without direction marks, and the report says so', async () => {
  const change = { number: 'CHG1', title: 'a\nb\r\nc\x0bd\x85e\u2028f\u202eg', state: 'new', close_notes: 'a\nb\u0007' }
  const { remarks } = await importContent(open(), 'changes', [change])
  const { rows } = await open().pool.query('select title, close_notes from changes')
  expect(rows).toEqual([{ title: 'a b c d e fg', close_notes: 'a\nb' }])
  expect(remarks).toContain(
    'Title is stored on one line, without control characters and marks of writing direction (1 row, such as "a b c d e fg").',
  )
})

test('a text that was encoded twice is kept and reported', async () => {
  const { remarks } = await importContent(open(), 'products', [{ id: 'p1', name: 'GrÃ¶ÃŸe', price: '1' }])
  const { rows } = await open().pool.query('select name from products')
  expect(rows).toEqual([{ name: 'GrÃ¶ÃŸe' }])
  expect(remarks).toContain('Name looks encoded twice and is kept as it is (1 row, such as "GrÃ¶ÃŸe" for "Größe").')
})

test('a stub in a file is created as one, and leaves an existing change as it is', async () => {
  await importContent(open(), 'changes', [{ number: 'CHG1', title: 'Whole', state: 'review' }])
  const stubs = ['CHG1', 'CHG2'].map((number) => ({ number, title: 'Unknown change', state: 'closed', is_stub: true }))
  expect(pickCounts(await importContent(open(), 'changes', stubs))).toEqual({ ...noCounts, inserted: 1, unchanged: 1 })
  const { rows } = await open().pool.query('select number, title, is_stub from changes order by 1')
  expect(rows).toEqual([
    { number: 'CHG1', title: 'Whole', is_stub: false },
    { number: 'CHG2', title: 'Unknown change', is_stub: true },
  ])
  const whole = stubs.map((row) => ({ ...row, is_stub: false, title: 'Known' }))
  expect(pickCounts(await importContent(open(), 'changes', whole))).toEqual({ ...noCounts, updated: 2 })
})
