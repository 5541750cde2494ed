import type { Pool } from 'pg'
import type { Database, PooledDatabase } from '#server/platform/db/client.ts'
import type { Env } from '#server/platform/env.ts'
import { AppError } from '#server/platform/errors.ts'
import { processWide } from '#server/platform/process/process-wide.ts'

/** The state of a running process: settings, database, and the current and previous secret. */
export type Runtime = {
  readonly env: Env
  readonly db: Database
  readonly pool: Pool
  /** The database connections for pages and for jobs; undefined where they share the connections of the API. */
  readonly pages?: PooledDatabase | undefined
  readonly jobs?: PooledDatabase | undefined
  readonly secret: string
  readonly previousSecret?: string | undefined
}

const slot = () => processWide<{ current: Runtime | undefined }>('runtime', () => ({ current: undefined }))

/** Sets the runtime for every handler and page of the process; undefined removes it. */
export function setRuntime(runtime: Runtime | undefined): void {
  slot().current = runtime
}

/** The running process's runtime. Throws `unavailable` while it starts or stops. */
export function getRuntime(): Runtime {
  const { current } = slot()
  if (!current) throw new AppError('unavailable', 'The service is starting or stopping.')
  return current
}

/** The group of connections that a request uses: pages have their own, including for their later requests. */
export type Lane = 'api' | 'pages'

export function getDatabase(lane: Lane): PooledDatabase {
  const { pages, db, pool } = getRuntime()
  return (lane === 'pages' ? pages : undefined) ?? { db, pool }
}

/** The database as pages use it. */
export const getPageDatabase = (): Database => getDatabase('pages').db

/** The secrets that may have signed or sealed existing data, newest first. */
export function listReadableSecrets(): readonly string[] {
  const { secret, previousSecret } = getRuntime()
  return previousSecret === undefined ? [secret] : [secret, previousSecret]
}
