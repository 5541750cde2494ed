import { existsSync } from 'node:fs'
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { removeAbandonedFolders, withTemporaryFolder } from './temporary-folder.ts'

async function makeFolder(prefix: string, usedMinutesAgo: number) {
  const folder = await mkdtemp(join(tmpdir(), prefix))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'rows.csv'), 'number\n')
  const at = new Date(Date.now() - usedMinutesAgo * 60_000)
  await utimes(folder, at, at)
  return folder
}

test('a folder is gone after the work, also after one that fails', async () => {
  let seen = ''
  const work = withTemporaryFolder('import', async (folder) => {
    seen = folder
    await writeFile(join(folder, 'rows.csv'), 'number\n')
    throw new Error('cannot be read')
  })
  await expect(work).rejects.toThrow('cannot be read')
  expect(seen).toContain('hindsight-import-')
  expect(existsSync(seen)).toBe(false)
})

test('folders of killed processes are deleted, those in use and those of others stay', async () => {
  const dead = [await makeFolder('hindsight-import-', 6), await makeFolder('hindsight-unpacked-', 600)]
  const others = [await makeFolder('hindsight-import-', 1), await makeFolder('hindsight-other-', 600)]
  await removeAbandonedFolders()
  expect(dead.map((folder) => existsSync(folder))).toEqual([false, false])
  expect(others.map((folder) => existsSync(folder))).toEqual([true, true])
})
