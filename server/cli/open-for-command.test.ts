import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeStateDir } from '#server/platform/db/embedded/testing-process.ts'
import { createTestDatabase } from '#server/platform/db/testing.ts'
import { runCommandLine } from './testing-command.ts'

const account = ['--email', 'first@hindsight.example', '--name', 'First', '--role', 'admin']

test.each([
  ['account', account],
  ['token', ['--system', 'itsm', '--name', 'first']],
  ['import', ['users', import.meta.filename]],
  ['seed', []],
  ['migrate', []],
  ['backup', ['file']],
  ['restore', ['file']],
])('%s names the embedded database and does not create one without --yes', async (name, args) => {
  const dataDir = makeStateDir()
  const { code, stderr } = await runCommandLine(name, args, { DATABASE_URL: '', HINDSIGHT_DATA_DIR: dataDir })
  expect(code).toBe(1)
  expect(stderr).toContain(`Database: embedded, in ${dataDir}\n`)
  expect(stderr).toContain(`there is no embedded database in ${dataDir} yet`)
  expect(stderr).toContain('--yes')
  expect(existsSync(dataDir)).toBe(false)
})

test('creates one with --yes, which is not needed later', async () => {
  const env = { DATABASE_URL: '', HINDSIGHT_DATA_DIR: makeStateDir() }
  expect(await runCommandLine('migrate', ['--yes'], env)).toMatchObject({ code: 0 })
  expect(await runCommandLine('account', account, env)).toMatchObject({ code: 0 })
})

test('names the database of DATABASE_URL without its credentials', async () => {
  const database = await createTestDatabase()
  const url = new URL(database.url)
  url.password = 'not to be read'
  const { code, stderr } = await runCommandLine('migrate', [], { DATABASE_URL: url.href })
  await database.drop()
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^Database: postgresql:\/\/[^@]+\n$/) })
  expect(stderr).not.toContain('not')
})
