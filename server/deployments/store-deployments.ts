import { isDeepStrictEqual } from 'node:util'
import { and, eq, inArray } from 'drizzle-orm'
import type { DeploymentEvent } from '#lib/domain/sent-events.ts'
import { newId } from '#server/platform/ids.ts'
import { deployments } from '#server/schema/connections.ts'
import { chooseChange, followNew, joinChange } from './join-change.ts'
import { matchChanges } from './match-change.ts'
import { type DeploymentRow, type DeploymentState, type EventContext, mergeDeployment } from './merge-deployment.ts'

/** Maximum rows of one statement. */
const chunkSize = 1000

type EventsOfDeployment = readonly [remoteId: string, events: readonly DeploymentEvent[]]

/** Applies events of one connection to its deployments and to their changes. */
export async function storeDeployments(ctx: EventContext, connectionId: string, events: readonly DeploymentEvent[]) {
  const byId = Map.groupBy(events, ({ remoteId }) => remoteId)
  // In one order, so that two processes cannot wait for each other.
  const sorted = [...byId].toSorted(([one], [other]) => (one < other ? -1 : 1))
  for (let start = 0; start < sorted.length; start += chunkSize) {
    await storeChunk(ctx, connectionId, sorted.slice(start, start + chunkSize))
  }
}

async function storeChunk(ctx: EventContext, connectionId: string, sorted: readonly EventsOfDeployment[]) {
  const lockedDeployments = await lockKnown(ctx, connectionId, sorted)
  const missing = sorted.filter(([remoteId]) => !lockedDeployments.has(remoteId))
  const inserted = await insertNew(ctx, connectionId, missing)
  await followNew(ctx, inserted)
  const ids = new Set(inserted.map(({ remoteId }) => remoteId))
  // Deployments that another reader inserted meanwhile.
  const late = missing.filter(([remoteId]) => !ids.has(remoteId))
  const lateKnown = await lockKnown(ctx, connectionId, late)
  for (const [remoteId, ownEvents] of sorted) {
    const before = lockedDeployments.get(remoteId) ?? lateKnown.get(remoteId)
    const row = before && (await updateState(ctx, before, ownEvents))
    if (row) await joinChange(ctx, row)
  }
}

/** Inserts the deployments that are new, joined to their changes. */
async function insertNew(ctx: EventContext, connectionId: string, allEvents: readonly EventsOfDeployment[]) {
  const updatedAt = ctx.now.toISOString()
  const rows = allEvents.flatMap(([remoteId, ownEvents]) => {
    const state = ownEvents.reduce<DeploymentState | null>(mergeDeployment, null)
    return state === null ? [] : [{ id: newId('dep', ctx.now), connectionId, remoteId, ...state, updatedAt }]
  })
  if (rows.length === 0) return []
  const matches = await matchChanges(ctx.db, rows)
  return ctx.db
    .insert(deployments)
    .values(rows.map((row, index) => ({ ...row, ...chooseChange(row, matches[index]) })))
    .onConflictDoNothing({ target: [deployments.connectionId, deployments.remoteId] })
    .returning()
}

async function lockKnown({ db }: EventContext, connectionId: string, allEvents: readonly EventsOfDeployment[]) {
  if (allEvents.length === 0) return new Map<string, DeploymentRow>()
  const remoteIds = allEvents.map(([remoteId]) => remoteId)
  const rows = await db
    .select()
    .from(deployments)
    .where(and(eq(deployments.connectionId, connectionId), inArray(deployments.remoteId, remoteIds)))
    .orderBy(deployments.remoteId)
    .for('update')
  return new Map(rows.map((row) => [row.remoteId, row]))
}

/** Applies events to a stored deployment; undefined if they state nothing new. */
async function updateState(ctx: EventContext, before: DeploymentRow, events: readonly DeploymentEvent[]) {
  const state = events.reduce<DeploymentState>(mergeDeployment, before)
  if (isDeepStrictEqual({ ...before, ...state }, before)) return undefined
  const [row] = await ctx.db
    .update(deployments)
    .set({ ...state, updatedAt: ctx.now.toISOString() })
    .where(eq(deployments.id, before.id))
    .returning()
  return row
}
