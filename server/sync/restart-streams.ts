import { isDeepStrictEqual } from 'node:util'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { ConnectionOptions } from '#lib/contracts/connection-options.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import {
  connectionRecords,
  connectionRefusals,
  connectionStreams,
  connectionWrites,
} from '#server/schema/connections.ts'

type StreamTables = Readonly<Record<string, { readonly mapping?: string | null }>>

export const getTables = (options: ConnectionOptions): StreamTables => ('tables' in options ? options.tables : {})

/** Lists the tables of a connection whose filter or mapping changed. */
export function listChangedTables(before: ConnectionOptions, after: ConnectionOptions): string[] {
  const tablesBefore = getTables(before)
  const tablesAfter = getTables(after)
  return Object.keys(tablesBefore).filter((table) => !isDeepStrictEqual(tablesBefore[table], tablesAfter[table]))
}

/** Restarts the reading of tables, so that each row is imported again. */
export async function restartStreams(tx: Transaction, id: string, tables: readonly string[]): Promise<void> {
  if (tables.length === 0) return
  await tx
    .delete(connectionStreams)
    .where(and(eq(connectionStreams.connectionId, id), inArray(connectionStreams.stream, [...tables])))
  await tx
    .update(connectionRecords)
    .set({ remoteVersion: null })
    .where(and(eq(connectionRecords.connectionId, id), inArray(connectionRecords.stream, [...tables])))
}

/** Removes the state of the system at a former URL. Its unfinished writes fail and wait for a decision. */
export async function forgetSystem(tx: Transaction, id: string, at: string): Promise<void> {
  for (const table of [connectionStreams, connectionRecords, connectionRefusals])
    await tx.delete(table).where(eq(table.connectionId, id))
  const reason = 'The address of the connection has changed since. Try again if the record is there too.'
  await tx
    .update(connectionWrites)
    .set({ status: 'failed', reason, result: null, finishedAt: at })
    .where(
      and(eq(connectionWrites.connectionId, id), sql`${connectionWrites.status} in ('waiting', 'conflict', 'failed')`),
    )
}
