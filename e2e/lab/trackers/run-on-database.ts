import type { ConnectionOptions } from '#lib/contracts/connection-options.ts'
import type { RunCounts } from '#lib/contracts/connection-values.ts'
import { runTracker } from '#server/connections/trackers/run-tracker.ts'
import { noNotes } from '#server/import/targets/notes.ts'
import type { Database } from '#server/platform/db/client.ts'
import { testContext, testNow } from '#server/platform/runtime/testing-context.ts'
import { connections } from '#server/schema/connections.ts'
import { type FakeTracker, outgoingTo } from './fake-tracker.ts'
import { optionsFor, origins } from './fakes.ts'

/** Stores a connection to a fake tracker, and runs it without a network. */
export async function connectFake(db: Database, fake: FakeTracker, options: Partial<ConnectionOptions> = {}) {
  const at = testNow.toISOString()
  const id = `con_${fake.kind}_${crypto.randomUUID().slice(0, 8)}`
  const [row] = await db
    .insert(connections)
    .values({
      id,
      kind: fake.kind,
      name: id.replaceAll('_', '-'),
      url: origins[fake.kind],
      options: { ...optionsFor(fake), ...options } as ConnectionOptions,
      nextRunAt: at,
      createdAt: at,
      updatedAt: at,
      updatedBy: 'Test admin',
    })
    .returning()
  if (!row) throw new Error('The connection was not stored.')
  const { sealedSecret: _, ...connection } = row
  return {
    id,
    /** Runs it at a time; returns what the run counted. */
    async run(now: Date): Promise<Record<keyof RunCounts, number>> {
      const counts = { read: 0, inserted: 0, updated: 0, unchanged: 0, refused: 0, written: 0, conflicts: 0 }
      const count = (change: Partial<RunCounts>) => {
        for (const [name, value] of Object.entries(change)) counts[name as keyof RunCounts] += value
      }
      const actor = { kind: 'system', id, name: connection.name } as const
      const ways = { outgoing: outgoingTo(fake), signal: new AbortController().signal, notes: noNotes, count }
      await runTracker(
        { ...testContext(db, undefined, now), actor, ...ways },
        { ...connection, secrets: { secret: 's' } },
      )
      return counts
    },
  }
}
