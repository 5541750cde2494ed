import { and, asc, eq, gt, isNull, or } from 'drizzle-orm'
import { type Context, createSystemActor } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { changes } from '#server/schema/changes.ts'
import { connections, deployments } from '#server/schema/connections.ts'
import type { DeploymentRow } from './event-context.ts'
import { joinChange } from './join-change.ts'
import { matchChanges } from './match-change.ts'
import { isUnrecorded } from './unrecorded-changes.ts'

/** Days for which the change of a deployment may still arrive from the system of record. */
const waitedDays = 30
/** Deployments of one statement. */
const batchSize = 500

/**
 * Joins unrecorded changes to changes that have become known since, as a pipeline may be faster than the ITSM system,
 * and takes deployments away from changes that were cancelled since.
 */
export async function rejoinDeployments(ctx: Context): Promise<void> {
  const since = new Date(ctx.now.getTime() - waitedDays * 86_400_000).toISOString()
  for (let after = ''; ; ) {
    const rows = await ctx.db
      .select({ deployment: deployments, connection: connections.name })
      .from(deployments)
      .leftJoin(connections, eq(connections.id, deployments.connectionId))
      .leftJoin(changes, eq(changes.number, deployments.changeNumber))
      .where(
        and(
          gt(deployments.startedAt, since),
          gt(deployments.id, after),
          isNull(deployments.handledAt),
          or(isUnrecorded, eq(changes.state, 'canceled')),
        ),
      )
      .orderBy(asc(deployments.id))
      .limit(batchSize)
    const matches = await matchChanges(
      ctx.db,
      rows.map(({ deployment }) => deployment),
    )
    for (const [index, { deployment, connection }] of rows.entries()) {
      const isJoined = deployment.matchedBy !== 'pipeline'
      if (isJoined || matches[index]) await rejoin(ctx, deployment, connection ?? 'Pipeline')
    }
    if (rows.length < batchSize) return
    after = rows.at(-1)?.deployment.id ?? after
  }
}

function rejoin(ctx: Context, { id, connectionId }: DeploymentRow, name: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const [locked] = await tx.db
      .select()
      .from(deployments)
      .where(and(eq(deployments.id, id), isNull(deployments.handledAt)))
      .for('update')
    const actor = createSystemActor(connectionId, name)
    if (locked) await joinChange({ ...tx, actor }, locked)
  })
}
