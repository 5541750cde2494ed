import { Client, type Pool } from 'pg'
import { describeError, findErrorCode, listRootCauses } from '#server/platform/describe-error.ts'
import type { Env } from '#server/platform/env.ts'
import { log } from '#server/platform/log/log.ts'
import { noticeOutage } from '#server/platform/outage.ts'
import { mayBePlain } from '#server/platform/plain-connection.ts'
import { isStopping } from '#server/platform/process/stop-requests.ts'
import { createDatabase, isThroughPooler, type PooledDatabase, type PoolOptions } from './client.ts'
import { describeUrl } from './describe-database.ts'
import { resolveDataDir } from './embedded/data-dir.ts'
import { startEmbeddedPostgres } from './embedded/start.ts'

export type OpenDatabase = PooledDatabase & {
  /** The connections of pages and of jobs; undefined if all kinds of work share `pool`. */
  readonly pages?: PooledDatabase | undefined
  readonly jobs?: PooledDatabase | undefined
  readonly url: string
  /** Closes the pools, then releases the embedded server, which the last process to use it stops. */
  close(): Promise<void>
}

/** Maximum connections of a process to the embedded server, which allows 100: a second process gets as many. */
const maxEmbeddedPool = 40

/** Opens the database of `DATABASE_URL`, or else the embedded one. It may not be migrated yet. */
export async function openDatabase(
  env: Pick<Env, 'isProduction' | 'plainHosts' | 'databaseUrl' | 'dataDir' | 'poolSize' | 'statementTimeout'>,
  { isServing = false }: Pick<ConnectOptions, 'isServing'> = {},
): Promise<OpenDatabase> {
  const { statementTimeout } = env
  if (env.databaseUrl !== undefined) {
    if (env.isProduction) assertTls(env.databaseUrl, env.plainHosts)
    const database = connect(env.databaseUrl, { poolSize: env.poolSize, statementTimeout, isServing })
    const settings = await readSettings(database.pool, env.databaseUrl)
    await assertSettings(database.pool, env.databaseUrl, settings)
    if (isThroughPooler()) reportPooler(settings, statementTimeout)
    return database
  }
  const server = await startEmbeddedPostgres({ dataDir: resolveDataDir(env), log: (message) => log.warn(message) })
  const poolSize = Math.min(env.poolSize, maxEmbeddedPool)
  const database = connect(server.url, { poolSize, statementTimeout, isServing })
  return {
    ...database,
    async close() {
      await database.close()
      await server.stop()
    },
  }
}

type ConnectOptions = PoolOptions & {
  readonly poolSize: number
  /** True if API, pages and jobs get connections of their own. */
  readonly isServing?: boolean
}

function connect(url: string, { poolSize, isServing, ...options }: ConnectOptions): OpenDatabase {
  const open = (connections: number): PooledDatabase => {
    const database = createDatabase(url, { ...options, poolSize: connections })
    // A stopping process ends its embedded server, and with it these connections.
    database.pool.on(
      'error',
      (error) =>
        isStopping() || noticeOutage(error) || log.warn({ err: error }, 'an idle database connection was lost'),
    )
    return database
  }
  const budgets = isServing ? divideConnections(poolSize) : null
  const main = open(budgets?.api ?? poolSize)
  const [pages, jobs] = budgets ? [open(budgets.pages), open(budgets.jobs)] : []
  const close = async () => {
    await Promise.all([main, pages, jobs].map((database) => database?.pool.end()))
  }
  return { ...main, pages, jobs, url, close }
}

/** Throws if traffic to a database on another machine would not be encrypted. */
function assertTls(url: string, plainHosts: readonly string[]): void {
  const target = readTarget(url)
  if (target === null || target.isOverTls || mayBePlain(target.host, plainHosts)) return
  throw new Error(
    `The database of DATABASE_URL (${describeUrl(url)}) is on another machine and would be reached without TLS: add ` +
      `sslmode=verify-full to the address, or name ${target.host} in HINDSIGHT_PLAIN_HOSTS, where the network between is private.`,
  )
}

/** The host to which the library would connect, and whether by TLS; null for an invalid URL. */
function readTarget(url: string): { host: string; isOverTls: boolean } | null {
  try {
    const { host, ssl } = new Client({ connectionString: url })
    return { host, isOverTls: Boolean(ssl) }
  } catch {
    return null
  }
}

/** Connection attempts: a busy machine may miss the first response, as it is also loading the program. */
const tries = 3

/** The settings as PostgreSQL writes them; the statement timeout is `0` if there is none. */
type SessionSettings = Readonly<Record<'role' | 'encoding' | 'dates' | 'timeout', string>>

const settingsQuery = `select current_user as role, current_setting('server_encoding') as encoding,
  current_setting('datestyle') as dates, current_setting('statement_timeout') as timeout`

/** The settings of sessions of this database. Throws an error that explains why it cannot be used. */
async function readSettings(pool: Pool, url: string, attempt = 1): Promise<SessionSettings> {
  try {
    const { rows } = await pool.query<SessionSettings>(settingsQuery)
    return rows[0] as SessionSettings
  } catch (error) {
    const isLate = error instanceof Error && /timeout/.test(error.message)
    if (isLate && attempt < tries) return readSettings(pool, url, attempt + 1)
    const codes = listRootCauses(error).map((cause) => findErrorCode(cause) ?? '')
    const advice = codes.map((code) => advices[code]).find((text) => text !== undefined) ?? ''
    return refuse(pool, url, `${describeError(error)}${advice}`, error)
  }
}

async function refuse(pool: Pool, url: string, reason: string, cause?: unknown): Promise<never> {
  await pool.end()
  throw new Error(`The database of DATABASE_URL (${describeUrl(url)}) cannot be used: ${reason}`, { cause })
}

/** Advice on the most common faults, as a further sentence. */
const advices: Readonly<Record<string, string>> = {
  ECONNREFUSED: '. Start PostgreSQL there, or correct host and port.',
  ENOTFOUND: '. Correct the host name.',
  EAI_AGAIN: '. Correct the host name.',
}

/**
 * Rejects unsuitable settings: other encodings contain few characters, SQL identifies ASCII texts by their bytes, and
 * with another DateStyle every time would be misread. The time zone of the sessions does not matter.
 */
async function assertSettings(pool: Pool, url: string, { role, encoding, dates }: SessionSettings): Promise<void> {
  const faults: string[] = []
  if (encoding !== 'UTF8') {
    const remedy = `Make one with "create database NAME template template0 encoding 'UTF8'".`
    faults.push(`it is encoded in ${encoding}, and Hindsight needs UTF8. ${remedy}`)
  }
  if (!dates.startsWith('ISO')) {
    const remedy = `Set it with "alter role ${role} set datestyle = 'ISO'".`
    faults.push(`its DateStyle is ${dates}, and Hindsight needs ISO. ${remedy}`)
  }
  if (faults.length > 0) await refuse(pool, url, faults.join(' Also, '))
}

/** Warns if the database does not limit the time of statements: behind a pooler only its own settings do. */
function reportPooler({ role, timeout }: SessionSettings, statementTimeout: number): void {
  if (timeout !== '0') {
    log.info({ statementTimeout: timeout }, 'DATABASE_URL leads to a connection pooler: statements are not prepared')
    return
  }
  log.warn(
    { remedy: `alter role ${role} set statement_timeout = ${statementTimeout}` },
    'DATABASE_URL leads to a connection pooler, and the database has no statement_timeout: Hindsight cancels long ' +
      'statements itself, but nothing ends those of a process that was killed',
  )
}

/** Minimum connections to divide; fewer are shared by all kinds of work. */
const minToDivide = 8

/** Divides the connections of a process, which no kind of work takes from another; null if there are too few. */
function divideConnections(poolSize: number) {
  if (poolSize < minToDivide) return null
  const pages = Math.floor(poolSize * 0.3)
  const jobs = Math.floor(poolSize * 0.2)
  return { api: poolSize - pages - jobs, pages, jobs }
}
