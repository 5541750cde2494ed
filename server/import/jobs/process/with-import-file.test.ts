import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, relative } from 'node:path'
import { expect, test } from 'vitest'
import { storeUpload } from '#server/import/jobs/stored-content.ts'
import { testStore } from '#server/import/jobs/testing.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { importParts } from '#server/schema/imports.ts'
import { withImportFile } from './perform-import.ts'

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
