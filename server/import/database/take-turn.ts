import type { PoolClient } from 'pg'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { liftTimeLimits } from '#server/platform/db/time-limits.ts'

/** Kinds of records whose imports write to the same tables, and therefore one after the other. */
export const sharedKinds: readonly ImportKind[] = ['changes', 'incidents', 'reviews']

/**
 * Waits until no other import writes to the same tables, and keeps others waiting until the transaction of the connection
 * ends. `onWait` is called if there is one. Queued imports do not begin before their turn; this is for the command line.
 */
export async function takeTurn(client: PoolClient, kind: ImportKind, onWait: () => void = () => {}): Promise<void> {
  const turn = `import ${sharedKinds.includes(kind) ? sharedKinds.join() : kind}`
  const take = (lock: string) => client.query(`select ${lock}(hashtextextended($1, 0)) as taken`, [turn])
  const { rows } = await take('pg_try_advisory_xact_lock')
  if (rows[0]?.taken === true) return
  onWait()
  await liftTimeLimits(client)
  await take('pg_advisory_xact_lock')
}
