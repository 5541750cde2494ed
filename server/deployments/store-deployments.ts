import { isDeepStrictEqual } from 'node:util'
import { and, eq, inArray } from 'drizzle-orm'
import type { DeploymentEvent } from '#lib/domain/sent-events.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/ids.ts'
import { deployments } from '#server/schema/connections.ts'
import type { DeploymentRow, EventContext } from './event-context.ts'
import { joinChange } from './join-change.ts'
import { type DeploymentState, mergeDeployment } from './merge-deployment.ts'

/** Applies events of one connection to its deployments and to the changes that these belong to. */
export async function storeDeployments(
  ctx: EventContext,
  connectionId: string,
  events: readonly DeploymentEvent[],
): Promise<void> {
  const byId = Map.groupBy(events, ({ foreignId }) => foreignId)
  const known = await lockDeployments(ctx.db, connectionId, [...byId.keys()])
  // In one order, so that two processes cannot wait for each other.
  for (const [foreignId, own] of [...byId].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const before = known.get(foreignId) ?? null
    const state = own.reduce<DeploymentState | null>(mergeDeployment, before && stateOf(before))
    if (state === null || (before && isDeepStrictEqual(stateOf(before), state))) continue
    const row = await storeState(ctx, connectionId, foreignId, state)
    await joinChange(ctx, row)
  }
}

async function lockDeployments(db: Transaction, connectionId: string, foreignIds: readonly string[]) {
  const rows = await db
    .select()
    .from(deployments)
    .where(and(eq(deployments.connectionId, connectionId), inArray(deployments.foreignId, [...foreignIds])))
    .orderBy(deployments.foreignId)
    .for('update')
  return new Map(rows.map((row) => [row.foreignId, row]))
}

async function storeState(ctx: EventContext, connectionId: string, foreignId: string, state: DeploymentState) {
  const written = { ...state, updatedAt: ctx.now.toISOString() }
  const [row] = await ctx.db
    .insert(deployments)
    .values({ id: newId('dep', ctx.now), connectionId, foreignId, ...written })
    .onConflictDoUpdate({ target: [deployments.connectionId, deployments.foreignId], set: written })
    .returning()
  if (!row) throw new Error('The deployment was not stored.')
  return row
}

const stateOf = (row: DeploymentRow): DeploymentState => ({
  service: row.service,
  environment: row.environment,
  isProduction: row.isProduction,
  status: row.status,
  isRollback: row.isRollback,
  facts: row.facts,
  startedAt: row.startedAt,
  endedAt: row.endedAt,
  eventAt: row.eventAt,
})
