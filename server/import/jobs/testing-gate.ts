import type { Pool } from 'pg'

/**
 * Blocks every statement of this kind on a table until the returned function is called, by a lock that no transaction
 * with entries in the history takes.
 */
export async function holdWrites(pool: Pool, table: string, event: 'insert' | 'delete'): Promise<() => Promise<void>> {
  const gate = await pool.connect()
  await gate.query('select pg_advisory_lock(23)')
  await pool.query(`create or replace function wait_for_gate() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(23); return null; end $$`)
  // Its name makes it the last trigger, so that the locks of the others are held by then.
  await pool.query(
    `create trigger zz_wait_for_${event} after ${event} on ${table} for each statement execute function wait_for_gate()`,
  )
  return async () => {
    await gate.query('select pg_advisory_unlock(23)')
    gate.release()
  }
}
