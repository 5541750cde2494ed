import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { importFile } from './import-file.ts'
import type { ImportProgress } from './import-summary.ts'
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
    'line 3: id is empty',
    'line 4: price is empty',
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
      `3,"price: ""free"" is not a price",b,'=2+2,free,'-x\n4,has 2 cells where the header has 4,c,"Long\nname"\n`,
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
      refused_reason: 'price: "free" is not a price',
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

test.each([
  ['BOM and CRLF', Buffer.from(`\uFEFF${header}a,Søm,1,x\n`.replaceAll('\n', '\r\n'))],
  ['UTF-16', iconv.encode(`${header}a,Søm,1,x\n`, 'utf-16le', { addBOM: true })],
  ['windows-1252', iconv.encode(`${header}a,Søm,1,x\n`, 'windows-1252')],
])('%s is accepted', async (_, bytes) => {
  await importContent(open(), 'products', bytes)
  expect(await products()).toEqual([{ id: 'a', name: 'Søm' }])
})

test('a truncated file imports its complete rows and reports the last', async () => {
  const summary = await importContent(open(), 'products', `${header}a,Pen,1,x\nb,"In`)
  expect(pickCounts(summary)).toEqual({ ...noCounts, inserted: 1, refused: 1 })
  expect(summary.refusals[0]?.reason).toBe('opens a quote that is never closed; nothing after line 3 is read')
})

test('only the row with a NUL character or a too long cell is rejected', async () => {
  const summary = await importContent(open(), 'products', `${header}a,P\0n,1,x\nb,${'x'.repeat(201)},1,x\nc,Cup,1,x\n`)
  expect(pickCounts(summary)).toEqual({ ...noCounts, inserted: 1, refused: 2 })
  expect(summary.refusals.map(({ reason }) => reason)).toEqual([
    'name: contains a NUL character',
    'name must have at most 200 characters',
  ])
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
