import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { restoreBackup } from '#server/db/backup/restore-backup.ts'
import { createDatabase, type Database } from '#server/db/client.ts'
import { databaseUrl, executeOn } from '#server/db/databases.ts'
import { isMigrated, migrateDatabase } from '#server/db/migrate.ts'
import { auditEvents } from '#server/db/schema/access.ts'
import { changes } from '#server/db/schema/changes.ts'
import type { Claim, Ground } from './claim.ts'
import { killCommand, runCommand } from './crash/kill-command.ts'

const rows = 5_000
/** Kills tried for each that is to meet the command at work: some come when it is done. */
const mostTries = 5

type Emptied = { readonly db: Database; readonly pool: ReturnType<typeof createDatabase>['pool']; readonly url: string }
/** What was found after a number of kills, and how many of them met the command at work. */
type Found = { readonly kills: number; readonly faults: string[] }

export const surviveInterruption: Claim = {
  name: 'survive-interruption',
  claim: 'A migration, an import or a backup that is killed has done all or nothing, and can be run again',
  async prove(ground, { isQuick }) {
    const times = isQuick ? 1 : 20
    const folder = mkdtempSync(join(tmpdir(), 'hindsight-interrupted-'))
    try {
      const migration = await interruptMigration(ground, times)
      const others = await withEmptyDatabase(ground, async (target) => {
        await migrateDatabase(target.pool)
        const file = join(folder, 'changes.csv')
        writeFileSync(file, changesFile())
        const imported = await interruptImport(target, file, times)
        return [imported, await interruptBackup(ground, target, join(folder, 'whole.backup'), times)]
      })
      const found = [migration, ...others]
      const faults = found.flatMap((one) => one.faults)
      const [migrations, imports, backups] = found.map(({ kills }) => kills)
      return {
        figure: `killed at work: ${migrations} migrations, ${imports} imports of ${rows.toLocaleString('en')} rows, ${backups} backups; ${faults.length} faults`,
        isProven: faults.length === 0 && found.every(({ kills }) => kills > 0),
        faults,
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function withEmptyDatabase<Result>(ground: Ground, use: (target: Emptied) => Promise<Result>): Promise<Result> {
  const name = `hindsight_own_${randomBytes(5).toString('hex')}`
  await executeOn(ground.databaseUrl, `create database ${name} template template0`)
  const url = databaseUrl(ground.databaseUrl, name)
  const { db, pool } = createDatabase(url, { poolSize: 2 })
  try {
    return await use({ db, pool, url })
  } finally {
    await pool.end()
    await executeOn(ground.databaseUrl, `drop database ${name} with (force)`)
  }
}

/** A moment in the run of a command that takes this long, most often in its second half, where it works. */
const moment = (took: number) => took * Math.sqrt(Math.random())

async function interruptMigration(ground: Ground, times: number): Promise<Found> {
  const migrate = (url: string) => ({ name: 'migrate', args: [], env: { ...ground.serverEnv, DATABASE_URL: url } })
  const { took } = await withEmptyDatabase(ground, ({ url }) => runCommand(migrate(url)))
  const faults: string[] = []
  let kills = 0
  for (let tries = 0; kills < times && tries < mostTries * times; tries += 1) {
    await withEmptyDatabase(ground, async ({ db, pool, url }) => {
      if (await killCommand(migrate(url), moment(took))) kills += 1
      const { rows: tables } = await pool.query("select count(*)::int as n from pg_tables where schemaname = 'public'")
      const isWhole = await isMigrated(db)
      if (!isWhole && tables[0].n > 0) faults.push(`a killed migration left ${tables[0].n} tables`)
      await migrateDatabase(pool)
      if (!(await isMigrated(db))) faults.push('a killed migration could not be run again')
    })
  }
  return { kills, faults }
}

async function interruptImport({ db, url }: Emptied, file: string, times: number): Promise<Found> {
  const command = { name: 'import', args: ['changes', file, '--quiet'], env: { DATABASE_URL: url } }
  const count = async () => ({
    changes: await db.$count(changes),
    events: await db.$count(auditEvents, eq(auditEvents.requestId, 'cli-import')),
  })
  const { took } = await runCommand(command)
  const whole = await count()
  const faults = whole.changes === rows ? [] : [`${whole.changes} rows were imported of ${rows}`]
  let kills = 0
  for (let tries = 0; kills < times && tries < mostTries * times; tries += 1) {
    await db.delete(changes)
    await db.delete(auditEvents)
    if (await killCommand(command, moment(took))) kills += 1
    const left = await count()
    const isNothing = left.changes === 0 && left.events === 0
    const isAll = left.changes === whole.changes && left.events > 0
    if (!isNothing && !isAll) faults.push(`a killed import left ${left.changes} rows and ${left.events} events`)
  }
  const { code } = await runCommand(command)
  const after = await count()
  if (code !== 0 || after.changes !== whole.changes) faults.push(`run again, an import ended with ${code}`)
  return { kills, faults }
}

async function interruptBackup(ground: Ground, { url }: Emptied, file: string, times: number): Promise<Found> {
  const command = { name: 'backup', args: [file], env: { DATABASE_URL: url } }
  const { took } = await runCommand(command)
  rmSync(file)
  const faults: string[] = []
  let kills = 0
  for (let tries = 0; kills < times && tries < mostTries * times; tries += 1) {
    if (await killCommand(command, moment(took))) kills += 1
    if (!existsSync(file)) continue
    faults.push(...(await faultsOfBackup(ground, file)))
    rmSync(file)
  }
  const { code } = await runCommand(command)
  if (code !== 0) faults.push(`run again, a backup ended with ${code}`)
  return { kills, faults: [...faults, ...(await faultsOfBackup(ground, file))] }
}

/** A file under the name of the backup must be whole: it is restored into a database of its own. */
async function faultsOfBackup(ground: Ground, file: string): Promise<string[]> {
  return withEmptyDatabase(ground, async ({ db, pool }) => {
    try {
      await restoreBackup(pool, file)
      const count = await db.$count(changes)
      return count === rows ? [] : [`a backup restored ${count} rows of ${rows}`]
    } catch (error) {
      return [`a backup cannot be restored: ${error instanceof Error ? error.message : error}`]
    }
  })
}

function changesFile(): string {
  const lines = ['number,title,state,type,risk,affected_services,created_at,updated_at']
  for (let n = 0; n < rows; n += 1) {
    lines.push(`CHG${n},Change ${n},review,normal,low,svc-${n % 100},2026-02-17T09:12:00.000Z,2026-03-01T03:00:00.000Z`)
  }
  return lines.join('\n')
}
