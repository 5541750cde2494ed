import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeDatabase } from '#server/platform/db/describe-database.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { makeTemporaryFolder } from './temporary-folder.mjs'
import { runCommandLine } from './testing-command.ts'

const database = provideTestDatabase()
const folder = makeTemporaryFolder('hindsight-import-')

const run = (...args: string[]) => runCommandLine('import', args, { DATABASE_URL: database.url, INIT_CWD: folder })
const write = (name: string, text: string) => writeFile(join(folder, name), text)

test('a clean file, relative to the directory of the npm call, exits with 0', async () => {
  await write('good.csv', 'id,name,price\na,Pen,1\n')
  const { code, stdout, stderr } = await run('products', 'good.csv')
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: `Database: ${describeDatabase({ databaseUrl: database.url, dataDir: undefined })}\n`,
  })
  expect(stdout).toContain('1 row: 1 inserted, 0 updated, 0 unchanged, 0 refused')
})

test('a file with invalid rows exits with 2 and writes them beside it; a dry run writes nothing', async () => {
  await write('mixed.csv', 'id,name,price\na,Pen,1\nb,Ink,free\n')
  expect((await run('products', 'mixed.csv', '--dry-run')).code).toBe(2)
  expect(await readdir(folder)).not.toContain('mixed.csv.refused.csv')
  const { code, stdout } = await run('products', 'mixed.csv')
  expect(code).toBe(2)
  expect(stdout).toContain('line 3: Price: "free" is not a price')
  expect(await readdir(folder)).toContain('mixed.csv.refused.csv')
})

test('exits with 1 if nothing is imported', async () => {
  await write('bad.json', '[{"id":"a","name":"Pen","price":"free"}]')
  expect((await run('products', 'bad.json')).code).toBe(1)
  expect(await readdir(folder)).toContain('bad.json.refused.ndjson')
  const missing = await run('products', 'nowhere.csv')
  expect(missing.code).toBe(1)
  expect(missing.stderr).toContain('There is no file')
  const usage = await run('things', 'good.csv')
  expect(usage.code).toBe(1)
  expect(usage.stderr).toContain('Usage: npm run import')
})

test('reads a mapping, and rejects an invalid one', async () => {
  await write('other.csv', 'Nr,Ting,Pris\n1,Kop,5\n')
  await write('mapping.json', '{"fields":{"id":"Nr","name":"Ting","price":"Pris"}}')
  expect((await run('products', 'other.csv', '--mapping', 'mapping.json')).code).toBe(0)
  await write('bad-mapping.json', '{"felter":{}}')
  const bad = await run('products', 'other.csv', '--mapping', 'bad-mapping.json')
  expect(bad.code).toBe(1)
  expect(bad.stderr).toContain('The mapping is invalid')
})

test('an option says which of several rows counts; without it nothing is imported', async () => {
  await write('log.csv', 'number,opened_at,state\nINC8,2026-03-01,New\nINC8,2026-03-01,Closed\n')
  const asked = await run('incidents', 'log.csv')
  expect(asked.code).toBe(1)
  expect(asked.stderr).toContain('Several rows have the number INC8 (line 2, line 3) and differ')
  expect(asked.stderr).toContain('--rows')
  expect((await run('incidents', 'log.csv', '--rows', 'first')).code).toBe(0)
  expect((await database.pool.query('select state from incidents')).rows).toEqual([{ state: 'new' }])
  expect((await run('incidents', 'log.csv', '--rows', 'newest')).stderr).toContain(
    'rows: must be first, last or latest:COLUMN',
  )
})

test('decides on changes in review, except in a dry run', async () => {
  const rows =
    'number,title,state,type,work_end\nCHG1,Restart,review,emergency,2026-03-01T03:00:00Z\nCHG2,New,new,normal,\n'
  await write('changes.csv', rows)
  expect((await run('changes', 'changes.csv', '--dry-run')).stdout).not.toContain('owed')
  const { stdout } = await run('changes', 'changes.csv')
  expect(stdout).toContain('1 change in review: 1 review owed by the policy.')
  const { rows: opened } = await database.pool.query('select change_number, status, due_on::text from reviews')
  expect(opened).toEqual([{ change_number: 'CHG1', status: 'not_started', due_on: '2026-03-06' }])
  expect((await run('changes', 'changes.csv')).stdout).not.toContain('owed')
})

test('an import with a saved mapping is in the list of imports', async () => {
  const mapping = JSON.stringify({ fields: { id: 'Code', name: 'Label', price: 'Cost' } })
  await database.pool.query(
    `insert into import_mappings (name, kind, mapping, saved_by, created_at, updated_at)
     values ('Price list', 'products', $1, 'Mira', now(), now())`,
    [mapping],
  )
  await write('prices.csv', 'Code,Label,Cost\nq,Quill,1\nr,Ruler,free\n')
  expect((await run('products', 'prices.csv', '--mapping', 'Price list')).code).toBe(2)
  const columns = `file_name, source, status, rows, refused, options, result->>'inserted' as inserted`
  const { rows } = await database.pool.query(`select ${columns} from imports where file_name = 'prices.csv'`)
  const counts = { rows: 2, refused: 1, inserted: '1' }
  const options = { mapping_name: 'Price list' }
  expect(rows).toEqual([{ file_name: 'prices.csv', source: 'command', status: 'done', options, ...counts }])
  expect((await run('products', 'prices.csv', '--mapping', 'Unknown')).stderr).toContain('no saved mapping Unknown')
})
