import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { findNativePackage, provideBinaries } from './binaries.ts'
import { chooseServerUser } from './server-user.ts'
import { isProjectOpen, isRoot, makeStateDir } from './testing-process.ts'

const installed = findNativePackage()

/** A copy of the installed package as npm extracts it, without the links that its install script creates. */
function copyWithoutLinks() {
  const folder = makeStateDir('package')
  cpSync(dirname(installed.native), folder, { recursive: true, verbatimSymlinks: true })
  const lib = join(folder, 'native', 'lib')
  for (const name of readdirSync(lib)) if (lstatSync(join(lib, name)).isSymbolicLink()) rmSync(join(lib, name))
  return { native: join(folder, 'native'), version: installed.version }
}

const readVersion = (program: string) =>
  execFileSync(program, ['--version'], { encoding: 'utf8', stdio: 'pipe' }).trim()

test.runIf(isProjectOpen)('uses the programs where npm installed them', () => {
  const binaries = provideBinaries(makeStateDir(), chooseServerUser([]))
  expect(binaries.postgres.startsWith(installed.native)).toBe(true)
  expect(readVersion(binaries.postgres)).toContain(`postgres (PostgreSQL) ${binaries.major}.`)
})

test('creates the library links that the install script did not', () => {
  const found = copyWithoutLinks()
  expect(() => readVersion(join(found.native, 'bin', 'postgres'))).toThrow()
  const binaries = provideBinaries(makeStateDir(), chooseServerUser([]), found)
  expect(binaries.postgres.startsWith(found.native)).toBe(true)
  expect(readVersion(binaries.postgres)).toContain(binaries.major)
})

test.runIf(isRoot)('copies the programs to the state folder once if the server cannot reach them', () => {
  const found = copyWithoutLinks()
  chmodSync(dirname(found.native), 0o700)
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
  expect(() => findNativePackage('plan9-mips')).toThrow(
    expect.objectContaining({ code: 'no_binaries', message: expect.stringMatching(/plan9-mips.*DATABASE_URL/) }),
  )
})
