import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { findNativePackage, provideBinaries } from './binaries.ts'
import { prepareFolders, resolveDataDir } from './data-dir.ts'
import { chooseInitUser, chooseServerUser } from './server-user.ts'
import { stateFolders } from './state-folders.ts'
import { isProjectOpen, isRoot, makeStateDir } from './testing-process.ts'

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

const passwd =
  'root:x:0:0:root:/root:/bin/bash\nnobody:x:65534:65534::/:/bin/false\nann:x:1000:1000::/home/ann:/bin/sh\n'

test('lets a named user set up its own data', () => {
  const ann = { uid: 1000, gid: 1000, isOther: true }
  expect(chooseInitUser(ann, passwd)).toEqual(ann)
})

test('runs initdb as nobody for a user without a name, but keeps its group', () => {
  const nameless = { uid: 60_710, gid: 60_710, isOther: true }
  expect(chooseInitUser(nameless, passwd)).toEqual({ uid: 65_534, gid: 60_710, isOther: true })
})

const installed = findNativePackage()

const readVersion = (program: string) =>
  execFileSync(program, ['--version'], { encoding: 'utf8', stdio: 'pipe' }).trim()

test.runIf(isProjectOpen)('uses the programs where npm installed them', () => {
  const binaries = provideBinaries(makeStateDir(), chooseServerUser([]))
  expect(binaries.postgres.startsWith(installed.native)).toBe(true)
  expect(readVersion(binaries.postgres)).toContain(`postgres (PostgreSQL) ${binaries.major}.`)
})

test.runIf(isRoot)('copies the programs to the state folder once if the server cannot reach them', () => {
  const folder = makeStateDir('package')
  cpSync(dirname(installed.native), folder, { recursive: true, verbatimSymlinks: true })
  const found = { ...installed, native: join(folder, 'native') }
  chmodSync(folder, 0o700)
  const home = makeStateDir()
  mkdirSync(home)
  const before = process.umask(0o077)
  const user = chooseServerUser([])
  const binaries = provideBinaries(home, user, found)
  process.umask(before)
  expect(dirname(dirname(binaries.postgres))).toBe(join(home, `program-${installed.version}`, 'native'))
  const { uid, gid } = user
  expect(execFileSync(binaries.postgres, ['--version'], { uid, gid, encoding: 'utf8' })).toContain(binaries.major)

  writeFileSync(join(home, 'mark'), '')
  expect(provideBinaries(home, user, found)).toEqual(binaries)
  expect(readdirSync(home).toSorted()).toEqual(['mark', `program-${installed.version}`])
  expect(existsSync(join(dirname(dirname(binaries.postgres)), 'lib', 'libpq.a'))).toBe(false)
})

test('explains what to do if there are no programs for the platform', () => {
  expect(() => findNativePackage('plan9-mips')).toThrow(/plan9-mips.*DATABASE_URL/)
})
