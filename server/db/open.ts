import { Client, type Pool } from 'pg'
import type { Env } from '#server/env.ts'
import { log } from '#server/log.ts'
import { mayBePlain } from '#server/plain-connection.ts'
import { isStopping } from '#server/runtime.ts'
import { createDatabase, type Database } from './client.ts'
import { describeUrl } from './describe-database.ts'
import { resolveDataDir } from './embedded/data-dir.ts'
import { startEmbeddedPostgres } from './embedded/start.ts'

export type OpenDatabase = {
  readonly db: Database
  readonly pool: Pool
  readonly url: string
  /** Ends the pool, then lets go of the embedded server, which the last process to use it stops. */
  close(): Promise<void>
}

/** What one process may take of the embedded server's 100 sessions, so that a second one has as many. */
const LARGEST_EMBEDDED_POOL = 40

/**
 * The database of `DATABASE_URL`, or else the embedded one of the state folder, started or joined. It answers when this
 * returns, and may still have to be migrated. Errors say in words what is wrong.
 */
export async function openDatabase(
  env: Pick<Env, 'isProduction' | 'plainHosts' | 'databaseUrl' | 'dataDir' | 'poolSize' | 'statementTimeout'>,
): Promise<OpenDatabase> {
  const { statementTimeout } = env
  if (env.databaseUrl !== undefined) {
    if (env.isProduction) refusePlain(env.databaseUrl, env.plainHosts)
    const opened = connect(env.databaseUrl, { poolSize: env.poolSize, statementTimeout })
    const encoding = await refuseUnreachable(opened.pool, env.databaseUrl)
    if (encoding !== 'UTF8') await refuseEncoding(opened.pool, env.databaseUrl, encoding)
    return opened
  }
  const server = await startEmbeddedPostgres({ dataDir: resolveDataDir(env), log: (message) => log.warn(message) })
  const poolSize = Math.min(env.poolSize, LARGEST_EMBEDDED_POOL)
  const opened = connect(server.url, { poolSize, statementTimeout })
  return {
    ...opened,
    async close() {
      await opened.close()
      await server.stop()
    },
  }
}

function connect(url: string, options: { poolSize: number; statementTimeout: number }): OpenDatabase {
  const { db, pool } = createDatabase(url, options)
  // A process that stops ends its embedded server, and with it these connections.
  pool.on('error', (error) => isStopping() || log.warn({ err: error }, 'an idle database connection was lost'))
  return { db, pool, url, close: () => pool.end() }
}

/** What is said to the database of another machine is not to be read on the way. */
function refusePlain(url: string, plainHosts: readonly string[]): void {
  const target = targetOf(url)
  if (target === null || target.isOverTls || mayBePlain(target.host, plainHosts)) return
  throw new Error(
    `The database of DATABASE_URL (${describeUrl(url)}) is on another machine and would be reached without TLS: add ` +
      `sslmode=verify-full to the address, or name ${target.host} in HINDSIGHT_PLAIN_HOSTS, where the network between is private.`,
  )
}

/** Where the library would connect to; null for an address that it cannot read, which connecting tells of. */
function targetOf(url: string): { host: string; isOverTls: boolean } | null {
  try {
    const { host, ssl } = new Client({ connectionString: url })
    return { host, isOverTls: Boolean(ssl) }
  } catch {
    return null
  }
}

/** Tries to connect; a busy machine may not see the answer of the first in time, as it also loads the program. */
const tries = 3

/** Gives the encoding of the database. */
async function refuseUnreachable(pool: Pool, url: string, attempt = 1): Promise<string> {
  try {
    const { rows } = await pool.query<{ server_encoding: string }>('show server_encoding')
    return rows[0]?.server_encoding ?? ''
  } catch (error) {
    const isLate = error instanceof Error && /timeout/.test(error.message)
    if (isLate && attempt < tries) return refuseUnreachable(pool, url, attempt + 1)
    await pool.end()
    const reason = error instanceof Error ? error.message || String(error) : String(error)
    throw new Error(`The database of DATABASE_URL (${describeUrl(url)}) cannot be used: ${reason}`, { cause: error })
  }
}

/** Another encoding holds few of the characters that people write, and SQL tells by their bytes which texts are nothing but ASCII. */
async function refuseEncoding(pool: Pool, url: string, encoding: string): Promise<never> {
  await pool.end()
  throw new Error(
    `The database of DATABASE_URL (${describeUrl(url)}) cannot be used: it is encoded in ${encoding}, and Hindsight needs ` +
      `UTF8. Make one with "create database NAME template template0 encoding 'UTF8'".`,
  )
}
