import { Client } from 'pg'
import { findErrorCode } from '#server/platform/describe-error.ts'
import { applicationRole, databaseName, socketPort } from './socket.ts'

/**
 * A session that every application process keeps open while it uses the server. It shows other processes that the
 * server is in use (it ends with its process) and reports at once when the server dies.
 */
export type Keeper = {
  countOthers(): Promise<number>
  /** Resolves when the session ends without a call of `close`. */
  readonly lost: Promise<void>
  close(): Promise<void>
}

const applicationName = 'hindsight-keeper'

const countOthersQuery = `select count(*)::int as others from pg_stat_activity
  where application_name = '${applicationName}' and pid <> pg_backend_pid()`

export async function connectKeeper(socketDir: string): Promise<Keeper> {
  const client = new Client({
    host: socketDir,
    port: socketPort,
    user: applicationRole,
    database: databaseName,
    application_name: applicationName,
    connectionTimeoutMillis: 5_000,
  })
  let isClosing = false
  const lost = new Promise<void>((resolve) => {
    client.on('error', () => {})
    client.on('end', () => isClosing || resolve())
  })
  try {
    await client.connect()
  } catch (error) {
    isClosing = true
    await client.end().catch(() => {})
    throw error
  }
  return {
    lost,
    async countOthers() {
      const { rows } = await client.query<{ others: number }>(countOthersQuery)
      return rows[0]?.others ?? 0
    },
    async close() {
      isClosing = true
      await client.end()
    },
  }
}

/**
 * Classifies a failed connection: no listener (`silent`), a server that is starting or stopping (`busy`), or `other`.
 */
export function classifyRefusal(error: unknown): 'silent' | 'busy' | 'other' {
  const code = findErrorCode(error)
  if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'silent'
  const isBusy = ['57P03', '53300', '57P01', '57P02', 'ECONNRESET', 'EPIPE', 'EAGAIN'].includes(code ?? '')
  const isCut = error instanceof Error && /terminated unexpectedly|timeout expired/i.test(error.message)
  return isBusy || isCut ? 'busy' : 'other'
}
