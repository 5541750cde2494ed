import { asc, eq } from 'drizzle-orm'
import type { ConnectionKind } from '#lib/contracts/connection-values.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { connections, deployments } from '#server/schema/connections.ts'
import type { DeploymentRow } from './event-context.ts'
import { linkOf } from './unrecorded-changes.ts'

export type ChangeDeployment = Pick<
  DeploymentRow,
  | 'id'
  | 'service'
  | 'environment'
  | 'status'
  | 'isRollback'
  | 'startedAt'
  | 'endedAt'
  | 'matchedBy'
  | 'handledBy'
  | 'handling'
  | 'handlingReason'
> & {
  readonly kind: ConnectionKind | null
  /** The name of the connection; null once it is deleted. */
  readonly connection: string | null
  readonly url: string | null
}

/** The most deployments that a page shows. */
const maxShown = 100

/** The deployments of a change, in the order in which they began. */
export async function listDeploymentsOfChange(
  { db }: Pick<Context, 'db'>,
  number: string,
): Promise<ChangeDeployment[]> {
  const rows = await db
    .select({ row: deployments, kind: connections.kind, connection: connections.name })
    .from(deployments)
    .leftJoin(connections, eq(connections.id, deployments.connectionId))
    .where(eq(deployments.changeNumber, number))
    .orderBy(asc(deployments.startedAt), asc(deployments.id))
    .limit(maxShown)
  return rows.map(({ row, kind, connection }) => ({ ...row, kind, connection, url: linkOf(row.facts.url) }))
}
