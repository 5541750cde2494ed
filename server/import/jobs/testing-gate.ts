import type { Pool } from 'pg'

/**
 * Holds every statement of this kind on a table until the returned function is called, with a lock that no transaction
 * with entries in the history has.
 */
export async function holdWrites(pool: Pool, table: string, event: 'insert' | 'delete'): Promise<() => Promise<void>> {
  const gate = await pool.connect()
  await gate.query('select pg_advisory_lock(23)')
  await pool.query(`create or replace function wait_for_gate() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(23); return null; end $$`)
  // By its name the last of the triggers: what the others lock is locked then.
  await pool.query(
    `create trigger zz_wait_for_${event} after ${event} on ${table} for each statement execute function wait_for_gate()`,
  )
  return async () => {
    await gate.query('select pg_advisory_unlock(23)')
    gate.release()
  }
}
