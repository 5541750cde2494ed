import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import type { ImportOptions } from '#server/import/import-summary.ts'

/** Kinds of records whose imports write to the same tables and therefore run one after the other. */
export const sharedKinds: readonly ImportKind[] = ['changes', 'incidents', 'reviews']

/** Milliseconds between two attempts to get the lock. */
const retryMs = 500

/**
 * Waits until no other import writes to the same tables, and blocks others until the transaction of the connection
 * ends. It is meant for the command line: queued imports do not begin before their turn.
 */
export async function takeMergeTurn(client: PoolClient, { entity, onWait, signal }: ImportOptions): Promise<void> {
  const turn = `import ${sharedKinds.includes(entity) ? sharedKinds.join() : entity}`
  for (let isFirst = true; ; isFirst = false) {
    const { rows } = await client.query('select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as taken', [turn])
    if (rows[0]?.taken === true) return
    if (isFirst) onWait?.()
    await sleep(retryMs, undefined, { signal })
  }
}
