import { eq } from 'drizzle-orm'
import type { Queryable } from '#server/platform/db/client.ts'
import { connections } from '#server/schema/connections.ts'
import type { OpenConnection } from './connector.ts'

/** Thrown when a connection was changed or deleted during a run; the next run continues with the new options. */
export class ConnectionChanged extends Error {}

/**
 * Throws `ConnectionChanged` unless a connection has the version with which its run began. In a transaction, the
 * connection cannot change until its end.
 */
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
