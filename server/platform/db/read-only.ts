import type { Pool } from 'pg'
import { findDatabaseErrorCode } from './error-code.ts'

export const readOnlyCode = '25006'

/** True if a write was rejected because the session is read-only: on a standby or a former primary. */
export const isReadOnlyError = (error: unknown): boolean => findDatabaseErrorCode(error) === readOnlyCode

/** Drops a read-only connection: after a failover the same host may lead to the new primary. */
export async function isReadOnly(pool: Pool): Promise<boolean> {
  const client = await pool.connect()
  let mustDrop = true
  try {
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
    mustDrop = rows[0]?.transaction_read_only === 'on'
    return mustDrop
  } finally {
    client.release(mustDrop)
  }
}
