import { sql } from 'drizzle-orm'
import { getCached } from '#server/platform/db/cache.ts'
import type { Queryable, Transaction } from '#server/platform/db/client.ts'
import { transact } from '#server/platform/db/transaction.ts'
import { writtenChanges } from '#server/schema/former-states.ts'

/** Written changes whose states are made in one statement, in less than a second. */
const most = 10_000

/** Makes the states of the changes that were written since. A database that is read often has few. */
export async function refreshChangeStates(db: Queryable): Promise<void> {
  for (let taken = most; taken === most; ) {
    const { rows } = await db.execute<{ taken: number }>(sql`
      select case when exists (select from ${writtenChanges}) then refresh_change_states(${most}) else 0 end as taken`)
    taken = rows[0]?.taken ?? 0
  }
}

/**
 * The result of `read`, which counts states of changes, cached under `key` while nothing is committed. It may use more
 * memory than other statements, so that PostgreSQL sorts nothing on the disk.
 */
export async function readStates<Read>(
  db: Queryable,
  key: string,
  read: (tx: Transaction) => Promise<Read>,
): Promise<Read> {
  await refreshChangeStates(db)
  return getCached(db, key, () =>
    transact(db, async (tx) => {
      await tx.execute(sql`set local work_mem = '32MB'`)
      return read(tx)
    }),
  )
}
