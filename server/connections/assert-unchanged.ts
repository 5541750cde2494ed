import { eq } from 'drizzle-orm'
import type { Queryable } from '#server/platform/db/client.ts'
import { connections } from '#server/schema/connections.ts'
import type { OpenConnection } from './connector.ts'

/** A connection was changed or deleted during a run; the next run continues with the options that hold then. */
export class ConnectionChanged extends Error {}

/**
 * Throws `ConnectionChanged` unless a connection is as it was when its run began. In a transaction it then also stays so
 * until the end.
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
