import type { Pool } from 'pg'
import { waitUntil } from '../../wait-until.ts'

/** Sessions of others. */
const others = `from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
  and pid <> pg_backend_pid()`

async function isAny(pool: Pool, condition: string): Promise<boolean> {
  const { rows } = await pool.query(`select exists (select ${others} and ${condition}) as found`)
  return rows[0].found
}

/** Whether another session has uncommitted writes. */
export const isWriting = (pool: Pool): Promise<boolean> => isAny(pool, 'backend_xid is not null')

/** Waits until the server has noticed the end of killed clients; until then their work may continue. */
export const waitUntilQuiet = (pool: Pool): Promise<number> =>
  waitUntil('the server is quiet', async () => !(await isAny(pool, 'xact_start is not null')), { pollMs: 20 })
