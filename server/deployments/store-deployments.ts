import { isDeepStrictEqual } from 'node:util'
import { and, eq, inArray } from 'drizzle-orm'
import type { DeploymentEvent } from '#lib/domain/sent-events.ts'
import { newId } from '#server/platform/ids.ts'
import { deployments } from '#server/schema/connections.ts'
import type { DeploymentRow, EventContext } from './event-context.ts'
import { joinChange } from './join-change.ts'
import { type DeploymentState, mergeDeployment } from './merge-deployment.ts'

/** Maximum rows of one statement. */
const chunkSize = 1000

type Events = readonly [foreignId: string, events: readonly DeploymentEvent[]]

/** Applies events of one connection to its deployments and to the changes that these belong to. */
export async function storeDeployments(
  ctx: EventContext,
  connectionId: string,
  events: readonly DeploymentEvent[],
): Promise<void> {
  const byId = Map.groupBy(events, ({ foreignId }) => foreignId)
  // In one order, so that two processes cannot wait for each other.
  const sorted = [...byId].sort(([one], [other]) => (one < other ? -1 : 1))
  for (let start = 0; start < sorted.length; start += chunkSize) {
    await storeChunk(ctx, connectionId, sorted.slice(start, start + chunkSize))
  }
}

async function storeChunk(ctx: EventContext, connectionId: string, sorted: readonly Events[]): Promise<void> {
  const inserted = await insertNew(ctx, connectionId, sorted)
  const known = await lockKnown(
    ctx,
    connectionId,
    sorted.map(([foreignId]) => foreignId).filter((foreignId) => !inserted.has(foreignId)),
  )
  for (const [foreignId, own] of sorted) {
    const before = known.get(foreignId)
    const row = before ? await updateState(ctx, before, own) : inserted.get(foreignId)
    if (row) await joinChange(ctx, row)
  }
}

/** Inserts the deployments that are new. Waits for another reader that is inserting the same one. */
async function insertNew(ctx: EventContext, connectionId: string, all: readonly Events[]) {
  const updatedAt = ctx.now.toISOString()
  const rows = all.flatMap(([foreignId, own]) => {
    const state = own.reduce<DeploymentState | null>(mergeDeployment, null)
    return state === null ? [] : [{ id: newId('dep', ctx.now), connectionId, foreignId, ...state, updatedAt }]
  })
  const inserted = await ctx.db
    .insert(deployments)
    .values(rows)
    .onConflictDoNothing({ target: [deployments.connectionId, deployments.foreignId] })
    .returning()
  return new Map(inserted.map((row) => [row.foreignId, row]))
}

async function lockKnown({ db }: EventContext, connectionId: string, foreignIds: readonly string[]) {
  if (foreignIds.length === 0) return new Map<string, DeploymentRow>()
  const rows = await db
    .select()
    .from(deployments)
    .where(and(eq(deployments.connectionId, connectionId), inArray(deployments.foreignId, [...foreignIds])))
    .orderBy(deployments.foreignId)
    .for('update')
  return new Map(rows.map((row) => [row.foreignId, row]))
}

/** Returns undefined if the events say nothing new. */
async function updateState(ctx: EventContext, before: DeploymentRow, events: readonly DeploymentEvent[]) {
  const state = events.reduce<DeploymentState>(mergeDeployment, stateOf(before))
  if (isDeepStrictEqual(stateOf(before), state)) return undefined
  const [row] = await ctx.db
    .update(deployments)
    .set({ ...state, updatedAt: ctx.now.toISOString() })
    .where(eq(deployments.id, before.id))
    .returning()
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
