import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { makeClusterDir } from '#server/platform/db/embedded/testing-process.ts'
import { holdOffRestores } from '#server/platform/db/migrate/migrate.ts'
import { createTestDatabase } from '#server/platform/db/testing.ts'
import { runCommandLine } from './testing-command.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hindsight-cli-'))
  chmodSync(folder, 0o755)
  return () => rmSync(folder, { recursive: true })
})

const run = (command: 'backup' | 'restore', args: string[], environment: Record<string, string>) =>
  runCommandLine(command, args, { INIT_CWD: folder, DATABASE_URL: '', ...environment })

test('backs up one database and restores it into another, here the embedded one', async () => {
  const source = await createTestDatabase()
  await source.pool.query(`insert into products values ('p1', 'Name', 'Text', 9.99, 'Category', 'entry')`)
  const backup = await run('backup', ['my data.backup'], { DATABASE_URL: source.url })
  await source.drop()
  expect(backup).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Backed up 1 rows of \d+ tables to .*my data/),
  })
  expect(backup.stderr).toMatch(/^Database: [^\n]*\n$/)

  const dataDir = await makeClusterDir()
  const embedded = { HINDSIGHT_DATA_DIR: dataDir }
  const restore = await run('restore', ['my data.backup', '--yes'], embedded)
  expect(restore).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Restored 1 rows of \d+ tables/) })
  expect(await run('restore', ['my data.backup'], embedded)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/not empty \(products\).*--replace\.\nNothing was restored\.\n$/),
  })
  expect(await run('restore', ['--replace', 'my data.backup'], embedded)).toMatchObject({ code: 0 })
  expect(await run('backup', ['second'], embedded)).toMatchObject({ code: 0 })
  expect(existsSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'))).toBe(false)
})

test('creates the folder of the backups, and refuses to restore below a running service', async () => {
  const { url, pool, drop } = await createTestDatabase()
  onTestFinished(drop)
  const environment = { DATABASE_URL: url }
  expect(await run('backup', ['--into', 'deep/backups'], environment)).toMatchObject({ code: 0 })
  const [name] = readdirSync(join(folder, 'deep', 'backups'))
  const file = join('deep', 'backups', name ?? '')
  const serves = (host: string) =>
    pool.query(`insert into service_processes values ($1, $1, 7, '1', true, now(), $2::timestamptz)`, [
      host,
      new Date().toISOString(),
    ])
  await serves('another-machine')
  expect(await run('restore', [file, '--replace'], environment)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /serves from this database: process 7 on another-machine\. Stop it first.*restored\.\n$/s,
    ),
  })
  await pool.query('update service_processes set host = $1, pid = 2147483646', [hostname()])
  expect(await run('restore', [file, '--replace'], environment)).toMatchObject({ code: 0 })
})

test('finds a process that starts before the restore begins', async () => {
  const { url, pool, db, drop } = await createTestDatabase()
  onTestFinished(drop)
  const environment = { DATABASE_URL: url }
  expect(await run('backup', ['one.backup'], environment)).toMatchObject({ code: 0 })
  const isAwaited = async () => {
    const { rowCount } = await pool.query(`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%migration_lock%'`)
    return rowCount === 1
  }
  const restoring = await db.transaction(async (tx) => {
    await holdOffRestores(tx)
    await tx.execute(
      sql`insert into service_processes values ('a', 'elsewhere', 7, '1', true, now(), ${new Date().toISOString()})`,
    )
    const command = run('restore', ['one.backup', '--replace'], environment)
    await expect.poll(isAwaited, { timeout: 20_000 }).toBe(true)
    return { command }
  })
  expect(await restoring.command).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/serves from this database: process 7 on elsewhere/),
  })
})

test('keeps the newest backups of a folder and tests them in a temporary database', async () => {
  const source = await createTestDatabase()
  onTestFinished(() => source.drop())
  await source.pool.query(`insert into products values ('p1', 'Name', 'Text', 9.99, 'Category', 'entry')`)
  const environment = { DATABASE_URL: source.url }
  for (const day of ['01', '02', '03']) writeFileSync(join(folder, `hindsight-202601${day}T020000Z.backup`), 'old')
  writeFileSync(join(folder, 'mine.backup'), 'kept')
  const backup = await run('backup', ['--into', '.', '--keep', '2', '--try'], environment)
  expect(backup).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/\nTried: .*\nRemoved hindsight-20260101.*20260102.*\.\n$/),
  })
  const [oldest, newest, ...others] = readdirSync(folder).toSorted()
  expect([oldest, others]).toEqual(['hindsight-20260103T020000Z.backup', ['mine.backup']])

  const tried = await run('restore', ['--try', newest ?? ''], environment)
  expect(tried).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Tried: 1 rows of \d+ tables .* All checksums match/),
  })
  expect(await run('restore', ['--try', oldest ?? ''], environment)).toMatchObject({ code: 1, stdout: '' })
  const { rows } = await source.pool.query(`select datname from pg_database where datname like 'hindsight\\_try\\_%'`)
  expect(rows).toEqual([])
  expect((await source.pool.query('select id from products')).rows).toEqual([{ id: 'p1' }])
})

test('prints the usage on invalid arguments', async () => {
  const usage = { code: 2, stdout: '', stderr: expect.stringContaining('Usage: npm run db:') }
  for (const args of [
    ['--into', '.', '--keep', '0'],
    ['one', '--keep', '2'],
    ['one', '--into', '.'],
  ]) {
    expect(await run('backup', args, {})).toMatchObject(usage)
  }
  expect(await run('restore', ['one', '--try', '--replace'], {})).toMatchObject(usage)
  for (const args of [[], ['one', 'two'], ['--unknown']]) {
    expect(await run('backup', args, {})).toMatchObject(usage)
    expect(await run('restore', args, {})).toMatchObject(usage)
  }
})

test('fails with the reason, without a stack trace', async () => {
  writeFileSync(join(folder, 'here'), '')
  const unreachable = { DATABASE_URL: 'postgresql://127.0.0.1:1/nowhere' }
  const results = [await run('backup', ['file'], unreachable), await run('restore', ['file'], unreachable)]
  for (const { code, stderr } of results) {
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^Database: .*\nThe database of DATABASE_URL .* cannot be used: .*\nNo(thing was restored| backup was written)\.\n$/,
    )
  }
})
