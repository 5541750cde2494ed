import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { makeStateDir } from '#server/platform/db/embedded/testing-process.ts'
import { createTestDatabase } from '#server/platform/db/testing.ts'
import { buildCommandLine } from './testing-command.ts'

async function run(name: string, args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [...buildCommandLine(name), ...args], { env: { ...process.env, ...env } })
  child.stdin.end()
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  return { code, errors }
}

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
  const { code, errors } = await run(name, args, { DATABASE_URL: '', HINDSIGHT_DATA_DIR: dataDir })
  expect(code).toBe(1)
  expect(errors).toContain(`Database: embedded, in ${dataDir}\n`)
  expect(errors).toContain(`there is no embedded database in ${dataDir} yet`)
  expect(errors).toContain('--yes')
  expect(existsSync(dataDir)).toBe(false)
})

test('creates one with --yes, which is not needed later', async () => {
  const env = { DATABASE_URL: '', HINDSIGHT_DATA_DIR: makeStateDir() }
  expect(await run('migrate', ['--yes'], env)).toMatchObject({ code: 0 })
  expect(await run('account', account, env)).toMatchObject({ code: 0 })
})

test('names the database of DATABASE_URL without its credentials', async () => {
  const database = await createTestDatabase()
  const url = new URL(database.url)
  url.password = 'not to be read'
  const { code, errors } = await run('migrate', [], { DATABASE_URL: url.href })
  await database.drop()
  expect({ code, errors }).toEqual({ code: 0, errors: expect.stringMatching(/^Database: postgresql:\/\/[^@]+\n$/) })
  expect(errors).not.toContain('not')
})
