import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PoolClient } from 'pg'
import { nodeOptions } from '#e2e/server-process.ts'
import { allTargets } from '#server/import/targets/all-targets.ts'
import { createDatabase } from '#server/platform/db/client.ts'
import { databaseUrl, dropDatabase, executeOn } from '#server/platform/db/databases.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/start.ts'
import { migrateDatabase } from '#server/platform/db/migrate.ts'
import { projectDir } from '#server/platform/project-dir.ts'
import { highestMemory, parentOf, processorTime } from '../process-usage.ts'
import { median } from '../statistics.ts'
import { type ImportFormat, type MeasuredKind, writeImportFile } from './import-files.ts'

export type ImportCase = { readonly name: string; readonly entity: MeasuredKind; readonly format: ImportFormat }

/** The longest list, and one with rejected duplicate rows; both file formats. */
export const importCases: readonly ImportCase[] = [
  { name: 'import of incidents, CSV', entity: 'incidents', format: 'csv' },
  { name: 'import of users, JSON', entity: 'users', format: 'json' },
]

/** Rows of the small and the large file, and the imports of each. */
export type ImportSettings = { readonly importRows: readonly [number, number]; readonly importRounds: number }

/** Results of `npm run import`, without npm: medians over the rounds. */
export type ImportMeasurement = {
  readonly rows: number
  /** Of the whole command, including its start. */
  readonly perSecond: number
  readonly spread: readonly [number, number]
  /** Microseconds of processor time per row. */
  readonly programCost: number
  readonly databaseCost: number
  /** Peak memory of the command in megabytes. */
  readonly memory: number
  /** Rows a second when the database alone copies the same records into a table with the same indexes. */
  readonly databaseAlone: number
}

export type ImportRow = {
  readonly name: string
  readonly small: ImportMeasurement
  readonly large: ImportMeasurement
}

const database = 'import_bench'

type Round = Omit<ImportMeasurement, 'rows' | 'spread'>

/**
 * Imports generated files into empty databases of the embedded server of a state folder, which is stopped afterwards.
 */
export async function measureImports(
  stateDir: string,
  cases: readonly ImportCase[],
  { importRows, importRounds }: ImportSettings,
  report: (step: string) => void,
): Promise<ImportRow[]> {
  if (cases.length === 0) return []
  const server = await startEmbeddedPostgres({ dataDir: stateDir })
  const measure = async ({ name, entity, format }: ImportCase, rows: number): Promise<ImportMeasurement> => {
    report(`measuring ${name}, ${rows.toLocaleString('en')} rows`)
    const file = join(stateDir, `${entity}-${rows}.${format}`)
    await writeImportFile(file, entity, format, rows)
    const rounds: Round[] = []
    for (let round = 0; round < importRounds; round += 1) rounds.push(await importOnce(server.url, entity, file, rows))
    await rm(file)
    return summarise(rounds, rows)
  }
  try {
    const measured: ImportRow[] = []
    for (const one of cases) {
      const small = await measure(one, importRows[0])
      measured.push({ name: one.name, small, large: await measure(one, importRows[1]) })
    }
    return measured
  } finally {
    await dropDatabase(server.url, database)
    await server.stop()
  }
}

async function importOnce(serverUrl: string, entity: MeasuredKind, file: string, rows: number): Promise<Round> {
  await dropDatabase(serverUrl, database)
  await executeOn(serverUrl, `create database ${database} template template0 encoding 'UTF8'`)
  const url = databaseUrl(serverUrl, database)
  const { pool } = createDatabase(url, { poolSize: 1, statementTimeout: 0 })
  await migrateDatabase(pool)
  const client = await pool.connect()
  try {
    const databasePid = parentOf((await client.query('select pg_backend_pid() as pid')).rows[0].pid)
    const before = processorTime(databasePid)
    const command = await runCommand(
      [...nodeOptions(projectDir(), 'import'), join('dist', 'import.js'), entity, file, '--quiet'],
      url,
    )
    const databaseCost = ((processorTime(databasePid) - before) * 1000) / rows
    const seconds = await storeAgain(client, allTargets[entity].table)
    return {
      perSecond: rows / command.seconds,
      programCost: (command.processor * 1000) / rows,
      databaseCost,
      memory: command.memory,
      databaseAlone: rows / seconds,
    }
  } finally {
    client.release()
    await pool.end()
  }
}

/** Runs one of our programs and measures it; both values only grow, so the last ones count. */
async function runCommand(args: readonly string[], url: string) {
  const started = performance.now()
  const env = { ...process.env, DATABASE_URL: url }
  const child = spawn(process.execPath, args, { cwd: projectDir(), env, stdio: 'ignore' })
  const { pid = 0 } = child
  let seen = { processor: 0, memory: 0 }
  const watch = setInterval(() => {
    const memory = highestMemory(pid)
    if (memory > 0) seen = { processor: processorTime(pid), memory }
  }, 20)
  const [code] = await once(child, 'exit')
  clearInterval(watch)
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}.`)
  return { ...seen, seconds: (performance.now() - started) / 1000 }
}

/** Seconds to copy the imported rows into a table with the same columns and indexes. */
async function storeAgain(client: PoolClient, table: string): Promise<number> {
  const { rows } = await client.query<{ names: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  const names = rows[0]?.names
  await client.query(`create table stored_again (like ${table} including all)`)
  const started = performance.now()
  await client.query(`insert into stored_again (${names}) select ${names} from ${table}`)
  return (performance.now() - started) / 1000
}

function summarise(rounds: readonly Round[], rows: number): ImportMeasurement {
  const middle = (read: (round: Round) => number) => median(rounds.map(read))
  const speeds = rounds.map(({ perSecond }) => perSecond)
  return {
    rows,
    perSecond: median(speeds),
    spread: [Math.min(...speeds), Math.max(...speeds)],
    programCost: middle(({ programCost }) => programCost),
    databaseCost: middle(({ databaseCost }) => databaseCost),
    memory: Math.max(...rounds.map(({ memory }) => memory)),
    databaseAlone: middle(({ databaseAlone }) => databaseAlone),
  }
}
