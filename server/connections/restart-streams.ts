import { isDeepStrictEqual } from 'node:util'
import { and, eq, inArray } from 'drizzle-orm'
import type { ConnectionOptions } from '#lib/contracts/connection-options.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { connectionRecords, connectionStreams } from '#server/schema/connections.ts'

const tablesOf = (options: ConnectionOptions): Readonly<Record<string, unknown>> =>
  'tables' in options ? options.tables : {}

/** Makes the tables with another filter or mapping be read again from the start. */
export async function restartStreams(
  tx: Transaction,
  id: string,
  before: ConnectionOptions,
  after: ConnectionOptions,
): Promise<void> {
  const [were, are] = [tablesOf(before), tablesOf(after)]
  const changed = Object.keys(were).filter((table) => !isDeepStrictEqual(were[table], are[table]))
  if (changed.length === 0) return
  await tx
    .delete(connectionStreams)
    .where(and(eq(connectionStreams.connectionId, id), inArray(connectionStreams.stream, changed)))
  await tx
    .update(connectionRecords)
    .set({ writesThere: null })
    .where(and(eq(connectionRecords.connectionId, id), inArray(connectionRecords.stream, changed)))
}
