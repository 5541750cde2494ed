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

type Tables = Readonly<Record<string, { readonly mapping?: string | null }>>

export const tablesOf = (options: ConnectionOptions): Tables => ('tables' in options ? options.tables : {})

/** The tables of a connection whose filter or mapping is another one. */
export function changedTables(before: ConnectionOptions, after: ConnectionOptions): string[] {
  const were = tablesOf(before)
  const are = tablesOf(after)
  return Object.keys(were).filter((table) => !isDeepStrictEqual(were[table], are[table]))
}

/** Makes tables be read again from the start, and each of their rows be imported again. */
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

/** Removes what is known about the system at a former address. Its waiting writes wait for a decision. */
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
