import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeEach, expect, it } from 'vitest'
import { createTestDatabase } from '#server/db/testing.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hindsight-cli-'))
  chmodSync(folder, 0o755)
  return () => rmSync(folder, { recursive: true })
})

async function run(command: 'backup' | 'restore', args: string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, `${command}.ts`), ...args], {
    env: { ...process.env, INIT_CWD: folder, DATABASE_URL: '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = once(child, 'close')
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await closed
  return { code, output, errors }
}

it('backs up one database and restores it into another, here the embedded one', async () => {
  const source = await createTestDatabase()
  await source.pool.query(`insert into products values ('p1', 'Name', 'Text', 9.99, 'Category', 'entry')`)
  const backup = await run('backup', ['my data.backup'], { DATABASE_URL: source.url })
  await source.drop()
  expect(backup).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^Backed up 1 rows of \d+ tables to .*my data/),
  })
  expect(backup.errors).toMatch(/products +1 rows/)

  const embedded = { HINDSIGHT_DATA_DIR: join(folder, 'state') }
  const restore = await run('restore', ['my data.backup'], embedded)
  expect(restore).toMatchObject({ code: 0, output: expect.stringMatching(/^Restored 1 rows of \d+ tables/) })
  expect(await run('restore', ['my data.backup'], embedded)).toMatchObject({
    code: 1,
    output: '',
    errors: expect.stringMatching(/not empty \(products\).*--replace\.\nNothing was restored\.\n$/),
  })
  expect(await run('restore', ['--replace', 'my data.backup'], embedded)).toMatchObject({ code: 0 })
  expect(await run('backup', ['second'], embedded)).toMatchObject({ code: 0 })
  expect(existsSync(join(folder, 'state', 'postgres', 'data', 'postmaster.pid'))).toBe(false)
})

it('says how it is called when called otherwise', async () => {
  for (const args of [[], ['one', 'two'], ['--unknown']]) {
    const usage = { code: 2, output: '', errors: expect.stringContaining('Usage: npm run db:') }
    expect(await run('backup', args, {})).toMatchObject(usage)
    expect(await run('restore', args, {})).toMatchObject(usage)
  }
})

it('fails with the reason, and without a stack', async () => {
  writeFileSync(join(folder, 'here'), '')
  const unreachable = { DATABASE_URL: 'postgresql://127.0.0.1:1/nowhere' }
  const results = [await run('backup', ['file'], unreachable), await run('restore', ['file'], unreachable)]
  for (const { code, errors } of results) {
    expect(code).toBe(1)
    expect(errors).toMatch(
      /^The database of DATABASE_URL .* cannot be used: .*\nNo(thing was restored| backup was made)\.\n$/,
    )
  }
})
