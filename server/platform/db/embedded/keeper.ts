import { Client } from 'pg'
import { applicationRole, databaseName, socketPort } from './socket.ts'

/** A session open while a process uses the server: it shows that to others, and reports when the server dies. */
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
  const close = () => {
    isClosing = true
    return client.end()
  }
  try {
    await client.connect()
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
  const countOthers = async () => (await client.query<{ others: number }>(countOthersQuery)).rows[0]?.others ?? 0
  return { lost, countOthers, close }
}
