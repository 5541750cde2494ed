import { eq } from 'drizzle-orm'
import type { Queryable } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { listReadableSecrets } from '#server/platform/runtime/runtime.ts'
import { connections } from '#server/schema/connections.ts'
import type { OpenConnection } from './connector.ts'
import { openSecrets } from './sealed-secrets.ts'

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
