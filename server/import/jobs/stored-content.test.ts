import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, relative } from 'node:path'
import { expect, test } from 'vitest'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { importParts } from '#server/schema/imports.ts'
import { withImportFile } from './process/perform-import.ts'
import { purgeImportFiles, storeUpload } from './stored-content.ts'
import { queueImport, testStore } from './testing.ts'

const database = provideTestDatabase()

const ctx = () => testContext(database.db, undefined, new Date('2026-03-10T12:00:00Z'))
async function* pieces(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text)
}

test('a file is stored in parts and comes back whole, in a folder that is deleted', async () => {
  const texts = ['a'.repeat(1_500_000), 'b', 'c'.repeat(900_000), 'é']
  const { id, size, digest } = await storeUpload(ctx(), pieces(...texts), testStore)
  expect(size).toBe(2_400_003)
  expect((await database.db.select({ ordinal: importParts.ordinal }).from(importParts)).length).toBeGreaterThan(1)
  const folder = await withImportFile(database.db, { id, fileName: 'rows.csv' }, async (path, within) => {
    expect(await readFile(path, 'utf8')).toBe(texts.join(''))
    return within
  })
  expect(existsSync(folder)).toBe(false)
  expect((await storeUpload(ctx(), pieces(texts.join('')), testStore)).digest).toBe(digest)
})

test.each(['../../etc/passwd', '..', '/etc/passwd', 'a/b\\c:d\0e.csv', '.hidden', `${'x'.repeat(300)}.csv`])(
  'the name %j stays in the folder',
  async (fileName) => {
    const { id } = await storeUpload(ctx(), pieces('a'), testStore)
    await withImportFile(database.db, { id, fileName }, async (path, folder) => {
      expect(dirname(path)).toBe(folder)
      expect(relative(folder, path)).toBe(basename(path))
      expect(basename(path)).not.toMatch(/^\.|[/\\:\0]/)
      if (fileName.endsWith('.csv')) expect(path.endsWith('.csv')).toBe(true)
    })
  },
)

test('the parts of a transfer that breaks off are deleted', async () => {
  const count = () => database.db.$count(importParts)
  const before = await count()
  async function* broken() {
    yield Buffer.alloc(1_500_000, 'a')
    throw new Error('The connection is lost.')
  }
  await expect(storeUpload(ctx(), broken(), testStore)).rejects.toThrow('lost')
  expect(await count()).toBe(before)
})

test('uploads of one caller that wait for its space hold one connection', async () => {
  const other = await database.pool.connect()
  await other.query('begin')
  await other.query("select pg_advisory_xact_lock(hashtext('import space'), hashtext($1))", [ctx().actor.id])
  let sent = 0
  async function* counted() {
    sent += 1
    yield Buffer.from('a')
  }
  const uploads = Array.from({ length: 20 }, () => storeUpload(ctx(), counted(), testStore))
  try {
    await expect.poll(() => sent).toBe(20)
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    expect(database.pool.waitingCount).toBe(0)
  } finally {
    await other.query('rollback')
    other.release()
    await Promise.all(uploads)
  }
})

test('old files, drafts and broken transfers are purged', async () => {
  const later = (days: number) => ({ ...ctx(), now: new Date(ctx().now.getTime() + days * 86_400_000) })
  const draft = await queueImport(ctx(), 'products', 'a', { status: 'draft' })
  const queued = await queueImport(ctx(), 'products', 'a')
  const orphan = await storeUpload(ctx(), pieces('a'), testStore)
  const countRemaining = async () => {
    const [imports, parts] = await Promise.all([
      database.pool.query('select id from imports'),
      database.pool.query('select import_id as id from import_parts'),
    ])
    const ids = [draft.id, queued.id, orphan.id]
    return [imports, parts].map(({ rows }) => ids.filter((id) => rows.some((row) => row.id === id)).length)
  }
  await purgeImportFiles(ctx())
  expect(await countRemaining()).toEqual([2, 3])
  await purgeImportFiles(later(2))
  expect(await countRemaining()).toEqual([2, 2])
  await purgeImportFiles(later(8))
  expect(await countRemaining()).toEqual([1, 1])
  await purgeImportFiles(later(31))
  expect(await countRemaining()).toEqual([1, 0])
})
