import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import type { Pool } from 'pg'
import { writeImportFile } from '#e2e/lab/bench/import-files.ts'
import { withOwnDatabase } from '#e2e/support/own-server.ts'
import { withFolder } from '#e2e/support/resources.ts'
import { projectDir } from '#e2e/support/server-process.ts'
import { waitUntil } from '#e2e/support/wait-until.ts'
import { verifyBackup } from '#server/platform/db/backup/read-backup.ts'
import { writeBackup } from '#server/platform/db/backup/write-backup.ts'
import { type Database, openPlainPool } from '#server/platform/db/client.ts'
import { isMigrated, migrateDatabase } from '#server/platform/db/migrate/migrate.ts'
import { insertChange } from '#server/reviews/testing.ts'
import { changes } from '#server/schema/changes.ts'
import { auditEvents } from '#server/schema/history.ts'
import { type Claim, type Ground, toVerdict, unless } from './claim.ts'

export const surviveInterruption: Claim = {
  name: 'survive-interruption',
  async prove(ground, { isQuick }) {
    const times = isQuick ? 2 : 20
    return withFolder('interrupted', async (folder) => {
      const found = [await interruptMigration(ground, times)]
      await withOwnDatabase(ground, async (url, db, pool) => {
        const target = { url, db, pool, folder, times }
        found.push(await interruptImport(target), await interruptBackup(target), await interruptRestore(ground, target))
      })
      const faults = found.flatMap((one) => one.faults)
      const figure = `killed at work: ${found.map(({ what, kills }) => `${kills} ${what}`).join(', ')}; ${faults.length} faults`
      return toVerdict(
        figure,
        faults,
        found.every(({ kills }) => kills === times),
      )
    })
  },
}

type Interruption = {
  /** Name of the command, in the plural. */
  readonly what: string
  /** A program of `server/cli` with its arguments, and the database that it works with. */
  readonly command: readonly [name: string, ...args: string[]]
  readonly env: Record<string, string>
  /** True if it is executing its critical part, according to the database or the disk. */
  isAtWork(child: ChildProcess): Promise<boolean>
  /** Restores the state before the command. */
  prepare(): Promise<unknown>
  /** Reads the state after the command: `before` it, `after` all of it, or another, in words. */
  state(): Promise<string>
}

/** The result of a number of kills during the critical part of a command. */
type Kills = { readonly what: string; readonly kills: number; readonly faults: readonly string[] }

/** Attempts per kill, since a command may finish before the kill. */
const maxTries = 5

/** Kills a command `times` times at moments spread over its critical part, and then runs it to its end. */
async function interrupt(times: number, interruption: Interruption): Promise<Kills> {
  const { what, prepare, state } = interruption
  const faults: string[] = []
  const runWhole = async () => {
    await prepare()
    const { code, worked } = await run(interruption)
    const left = await state()
    faults.push(
      ...unless(code === 0 && left === 'after', `${what}: one that was not killed left ${left}, code ${code}`),
    )
    return worked
  }
  let worked = await runWhole()
  let kills = 0
  for (let tries = 0; kills < times && tries < maxTries * times; tries += 1) {
    await prepare()
    // Each kill at a random moment in its own part of the work.
    if ((await run(interruption, (worked * (kills + Math.random())) / times)).isKilled) kills += 1
    // The work takes less time now than when it was measured on a busy machine.
    else worked *= 0.9
    const left = await state()
    faults.push(...unless(left === 'before' || left === 'after', `${what}: a killed one left ${left}`))
  }
  await runWhole()
  return { what, kills, faults }
}

/** Milliseconds between two checks of a command. */
const pollMs = 3

/**
 * Runs a command to its end, or kills it `killAfter` milliseconds after its critical part began. `worked` is the
 * duration of that part; `isKilled` is false if the command or that part had ended before.
 */
async function run({ command: [name, ...args], env, ...interruption }: Interruption, killAfter?: number) {
  const child = spawn(process.execPath, [join('dist', `${name}.js`), ...args], {
    cwd: projectDir,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  const isAtWork = async () => !isOver() && interruption.isAtWork(child)
  while (!isOver() && !(await isAtWork())) await sleep(pollMs)
  const began = performance.now()
  let isMet = false
  if (killAfter === undefined) while (await isAtWork()) await sleep(pollMs)
  else {
    await Promise.race([sleep(killAfter), ended])
    isMet = await isAtWork()
    child.kill('SIGKILL')
  }
  const worked = performance.now() - began
  const [code]: (number | null)[] = await ended
  return { code, worked, isKilled: isMet && code === null }
}

async function isAnySession(pool: Pool, condition: string): Promise<boolean> {
  const { rows } = await pool.query(`select exists (select from pg_stat_activity where datname = current_database()
    and backend_type = 'client backend' and pid <> pg_backend_pid() and ${condition}) as found`)
  return rows[0].found
}

/** True if another session has uncommitted writes. */
const isWriting = (pool: Pool) => isAnySession(pool, 'backend_xid is not null')

/** Waits until the server has noticed the end of killed clients; until then their work may continue. */
const waitUntilQuiet = (pool: Pool) =>
  waitUntil('the server is quiet', async () => !(await isAnySession(pool, 'xact_start is not null')), { pollMs: 20 })

const interruptMigration = (ground: Ground, times: number): Promise<Kills> =>
  withOwnDatabase(ground, (url, db, pool) =>
    interrupt(times, {
      what: 'migrations',
      command: ['migrate'],
      env: { ...ground.serverEnv, DATABASE_URL: url },
      isAtWork: () => isWriting(pool),
      prepare: () =>
        pool.query('drop schema if exists drizzle cascade; drop schema public cascade; create schema public'),
      async state() {
        await waitUntilQuiet(pool)
        if (await isMigrated(db)) return 'after'
        const { rows } = await pool.query("select count(*)::int as n from pg_tables where schemaname = 'public'")
        if (rows[0].n > 0) return `${rows[0].n} tables`
        await migrateDatabase(pool)
        return (await isMigrated(db)) ? 'before' : 'a database that cannot be migrated'
      },
    }),
  )

/** The database and folder that commands work with, and how often each is killed. */
type Target = {
  readonly url: string
  readonly db: Database
  readonly pool: Pool
  readonly folder: string
  readonly times: number
}

const importedRows = 20_000

/** Kills imports into a migrated database; leaves the rows of the last one. */
async function interruptImport({ db, pool, url, folder, times }: Target): Promise<Kills> {
  const file = join(folder, 'changes.csv')
  await writeImportFile(file, 'changes', 'csv', importedRows)
  return interrupt(times, {
    what: `imports of ${importedRows.toLocaleString('en')} rows`,
    command: ['import', 'changes', file, '--quiet'],
    env: { DATABASE_URL: url },
    isAtWork: () => isWriting(pool),
    prepare: () => pool.query('truncate changes, audit_events cascade'),
    async state() {
      await waitUntilQuiet(pool)
      const rows = await db.$count(changes)
      const events = await db.$count(auditEvents, eq(auditEvents.entityType, 'import'))
      if (rows === 0 && events === 0) return 'before'
      return rows === importedRows && events === 1 ? 'after' : `${rows} rows and ${events} events`
    },
  })
}

/** Kills backups of the imported rows: the file under the name of the backup is always complete. */
function interruptBackup({ url, folder, times }: Target): Promise<Kills> {
  const file = join(folder, 'whole.backup')
  return interrupt(times, {
    what: 'backups',
    command: ['backup', file],
    env: { DATABASE_URL: url },
    isAtWork: async ({ pid }) => existsSync(`${file}.${pid}.partial`),
    prepare: async () => rmSync(file, { force: true }),
    async state() {
      if (!existsSync(file)) return 'before'
      const { tables } = await verifyBackup(file)
      const rows = tables.find(({ name }) => name === 'changes')?.rows
      return rows === importedRows ? 'after' : `a backup of ${rows} rows`
    },
  })
}

/** Kills restores over existing data: the database then has the old data or all of the backup. */
function interruptRestore(ground: Ground, { db: source, folder, times }: Target): Promise<Kills> {
  const file = join(folder, 'to-restore.backup')
  return withOwnDatabase(ground, async (url, db, pool) => {
    const { pool: plain, close } = openPlainPool(source)
    await writeBackup(plain, file, { created: new Date() }).finally(close)
    return interrupt(times, {
      what: 'restores',
      command: ['restore', file, '--replace'],
      env: { DATABASE_URL: url },
      isAtWork: () => isWriting(pool),
      async prepare() {
        await pool.query('truncate changes cascade')
        await insertChange(db, 'CHG-BEFORE')
      },
      async state() {
        await waitUntilQuiet(pool)
        const rows = await db.$count(changes)
        if (rows === 1) return 'before'
        return rows === importedRows ? 'after' : `${rows} rows`
      },
    })
  })
}
