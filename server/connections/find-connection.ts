import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { assertOriginal } from '#server/platform/installation.ts'
import { createOutgoing } from '#server/platform/outgoing/create-outgoing.ts'
import { getHostRules } from '#server/platform/outgoing/ip-address.ts'
import type { Outgoing } from '#server/platform/outgoing/outgoing.ts'
import { listReadableSecrets } from '#server/platform/runtime/runtime.ts'
import { openText, sealText } from '#server/platform/sealed-text.ts'
import { connections } from '#server/schema/connections.ts'
import type { ConnectionSecrets, OpenConnection } from './connector.ts'

export type ConnectionRow = typeof connections.$inferSelect

/** Decrypts the secrets of a connection. Throws `conflict` if they were sealed with another HINDSIGHT_SECRET. */
export function openConnection({ sealedSecret, ...connection }: ConnectionRow): OpenConnection {
  try {
    return { ...connection, secrets: openSecrets(sealedSecret, listReadableSecrets()) }
  } catch {
    const advice = 'Enter it again, or start with the HINDSIGHT_SECRET that it was stored with'
    throw new AppError('conflict', `The secret of ${connection.name} cannot be read. ${advice}.`)
  }
}

/** Returns the row of a connection. Throws `not_found`. */
export async function getConnectionRow(db: Queryable, id: string): Promise<ConnectionRow> {
  const [row] = await db.select().from(connections).where(eq(connections.id, id))
  if (!row) throw notFound('connection', id)
  return row
}

/** Finds a connection by name; null if there is none. */
export async function findConnection(db: Queryable, name: string): Promise<ConnectionRow | null> {
  const [row] = await db.select().from(connections).where(eq(connections.name, name))
  return row ?? null
}

/** Encrypts the secrets of a connection with HINDSIGHT_SECRET; null if there are none. */
export const sealSecrets = (secrets: ConnectionSecrets, secret: string): string | null =>
  Object.keys(secrets).length === 0 ? null : sealText(JSON.stringify(secrets), secret)

/** Decrypts the secrets of a connection. Throws if they were sealed with another HINDSIGHT_SECRET. */
const openSecrets = (sealed: string | null, secrets: readonly string[]): ConnectionSecrets =>
  sealed === null ? {} : JSON.parse(openText(sealed, secrets))

/** Thrown when a connection was changed or deleted during a run; the next run continues with the new options. */
export class ConnectionChanged extends Error {}

/** Throws `ConnectionChanged` unless a connection, locked from now on, has the version with which its run began. */
export async function assertUnchanged(
  db: Queryable,
  { id, name, version }: Pick<OpenConnection, 'id' | 'name' | 'version'>,
): Promise<void> {
  const [row] = await db
    .select({ version: connections.version })
    .from(connections)
    .where(eq(connections.id, id))
    .for('key share')
  if (row?.version !== version) throw new ConnectionChanged(`${name} was changed during its run.`)
}

/** Creates the client of a connection, which keeps to the request limit across all processes. */
export function openClient(db: Queryable, { id, kind, options }: OpenConnection): Outgoing {
  const perMinute = 'requests_per_minute' in options ? options.requests_per_minute : 60
  const gap = sql`interval '1 millisecond' * ${60_000 / perMinute}::float8`
  return createOutgoing({
    kind,
    assertOriginal: () => assertOriginal(db),
    ...getHostRules(),
    async pace(signal) {
      const [turn] = await db
        .update(connections)
        .set({ nextRequestAt: sql`greatest(clock_timestamp(), ${connections.nextRequestAt} + ${gap})` })
        .where(eq(connections.id, id))
        .returning({
          waitMs: sql<number>`extract(epoch from ${connections.nextRequestAt} - clock_timestamp())::float8 * 1000`,
        })
      if (turn && turn.waitMs > 1) await sleep(turn.waitMs, undefined, signal ? { signal } : {})
    },
  })
}
