import { and, count, eq, inArray } from 'drizzle-orm'
import { resolveWriteConflict } from '#server/connections/resolve-write-conflict.ts'
import type { Database } from '#server/platform/db/client.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { connectionWrites } from '#server/schema/connections.ts'

/** How far the clock of a run is ahead of the one before it, so that every postponed write is due again. */
export const delayMs = 7 * 3_600_000

export async function countWrites(db: Database, connectionId: string, status: 'waiting' | 'conflict'): Promise<number> {
  const { connectionId: id, status: state } = connectionWrites
  const [row] = await db
    .select({ value: count() })
    .from(connectionWrites)
    .where(and(eq(id, connectionId), eq(state, status)))
  return row?.value ?? 0
}

/** Decides conflicts, ours and theirs in turn, and tries failed writes again. Returns the changes with a decision. */
export async function resolveConflicts(db: Database, connectionId: string): Promise<ReadonlySet<string>> {
  const resolved = new Set<string>()
  const writes = await db
    .select()
    .from(connectionWrites)
    .where(
      and(eq(connectionWrites.connectionId, connectionId), inArray(connectionWrites.status, ['conflict', 'failed'])),
    )
  for (const [index, { id, status, key }] of writes.entries()) {
    const decision = status === 'failed' ? 'retry' : index % 2 === 0 ? 'ours' : 'theirs'
    await resolveWriteConflict(testContext(db, undefined, new Date()), connectionId, id, decision)
    if (status === 'conflict') resolved.add(key)
  }
  return resolved
}
