import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { prepareFolders, resolveDataDir } from './data-dir.ts'
import { stateFolders } from './state-folders.ts'
import { isRoot, makeStateDir } from './testing-process.ts'

const unset = { dataDir: undefined }

test('uses the folder of the environment, relative to the working directory', () => {
  expect(resolveDataDir({ dataDir: 'some/state' }, '/project')).toBe(join(process.cwd(), 'some/state'))
})

test('is .data in a project that other users can reach', () => {
  const project = makeStateDir()
  mkdirSync(project, { mode: 0o755 })
  expect(resolveDataDir(unset, project)).toBe(join(project, '.data'))
})

test.runIf(isRoot)('is a folder in /var/lib/hindsight for a project that only root can reach', () => {
  const project = makeStateDir('my project')
  mkdirSync(project, { mode: 0o755 })
  chmodSync(dirname(project), 0o700)
  expect(resolveDataDir(unset, project)).toMatch(/^\/var\/lib\/hindsight\/my project-[0-9a-f]{8}$/)
  expect(resolveDataDir(unset, project)).toBe(resolveDataDir(unset, project))
  expect(resolveDataDir(unset, dirname(project))).not.toBe(resolveDataDir(unset, project))
})

test.runIf(isRoot)('opens the state folder to the server, and its contents to nobody else, whatever the umask', () => {
  const before = process.umask(0o077)
  const dataDir = join(makeStateDir(), 'inner')
  prepareFolders(dataDir)
  process.umask(before)
  const { home, lockFile, logFile } = stateFolders(dataDir)
  const modes = [dirname(dataDir), dataDir, home, lockFile, logFile].map((path) => statSync(path).mode & 0o777)
  expect(modes).toEqual([0o711, 0o711, 0o710, 0o600, 0o600])
  expect(statSync(home)).toMatchObject({ uid: 0, gid: 60_710 })
})
