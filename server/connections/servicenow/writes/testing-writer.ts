import { and, count, eq, inArray } from 'drizzle-orm'
import type { RunCounts } from '#lib/contracts/connection-values.ts'
import { resolveWriteConflict } from '#server/connections/commands.ts'
import { getConnectionRow, openClient, openConnection } from '#server/connections/find-connection.ts'
import { createTableApi } from '#server/connections/servicenow/table-api.ts'
import { noRemarks } from '#server/import/targets/target.ts'
import type { Database } from '#server/platform/db/client.ts'
import { readRows } from '#server/platform/db/testing.ts'
import { createSystemActor } from '#server/platform/runtime/context.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { connectionWrites } from '#server/schema/connections.ts'
import { writeWaiting } from './write-waiting.ts'

type Run = { readonly now: Date; readonly signal?: AbortSignal }

/** Creates runs of a connection that only write. The runtime of this process must be set. */
export async function openWriter(db: Database, connectionId: string) {
  const connection = openConnection(await getConnectionRow(db, connectionId))
  return {
    /** Performs the due writes and returns the counts of the run. */
    async run({ now, signal = new AbortController().signal }: Run): Promise<RunCounts> {
      const counts = { read: 0, inserted: 0, updated: 0, unchanged: 0, refused: 0, written: 0, conflicts: 0 }
      const outgoing = openClient(db, connection)
      const count = (change: Partial<RunCounts>) => {
        for (const [name, by] of Object.entries(change)) counts[name as keyof RunCounts] += by
      }
      const actor = createSystemActor(connection.id, connection.name)
      try {
        const ctx = { db, actor, now, requestId: 'write-back', outgoing, signal, remarks: noRemarks, count }
        await writeWaiting({ ctx, connection, api: createTableApi(ctx, connection) })
      } finally {
        await outgoing.close()
      }
      return counts
    },
    async list() {
      return readRows(db, connectionWrites, { connectionId })
    },
  }
}

/** The time between the clocks of two runs, so that every postponed write is due again. */
export const delayMs = 7 * 3_600_000

export async function countWrites(db: Database, connectionId: string, status: 'waiting' | 'conflict'): Promise<number> {
  const { connectionId: id, status: state } = connectionWrites
  const [row] = await db
    .select({ value: count() })
    .from(connectionWrites)
    .where(and(eq(id, connectionId), eq(state, status)))
  return row?.value ?? 0
}

/** Decides conflicts, alternating between ours and theirs, and retries failed writes. Returns the decided changes. */
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
