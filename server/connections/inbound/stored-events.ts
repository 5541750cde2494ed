import { and, asc, desc, eq, gte, inArray, lt, notExists } from 'drizzle-orm'
import { connectionActions } from '#lib/actions/record-actions.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { incidents } from '#server/schema/changes.ts'
import { alertGroups, inboundEvents } from '#server/schema/connections.ts'

const { id, connectionId, receivedAt, status, outcome } = inboundEvents
const maxListed = 20

/** Lists the last events of a connection, newest first. */
export const listEvents = ({ db }: Pick<Context, 'db'>, connection: string) =>
  db
    .select({ id, receivedAt, status, outcome })
    .from(inboundEvents)
    .where(eq(connectionId, connection))
    .orderBy(desc(receivedAt), desc(id))
    .limit(maxListed)

/** Column values that make an event wait as if it had just been received. */
export const toWaitingState = (at: string) =>
  ({ status: 'waiting', attempts: 0, applied: 0, nextAttemptAt: at, processedAt: null, outcome: null }) as const

/** Reads a failed event again. Throws `not_found`, and `conflict` if it has not failed. */
export async function retryEvent(ctx: Context, connection: string, event: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const isEvent = and(eq(id, event), eq(connectionId, connection))
    const [stored] = await tx.db.select({ status }).from(inboundEvents).where(isEvent).for('update')
    if (!stored) throw notFound('event', event)
    if (stored.status !== 'failed') throw new AppError('conflict', 'The event has not failed.')
    await tx.db.update(inboundEvents).set(toWaitingState(ctx.now.toISOString())).where(isEvent)
    const change = { from: 'failed', to: 'waiting (retry)' }
    await recordEvent(tx, connectionActions.event_retried, connection, { [event]: change })
  })
}

/** Days for which received events are stored. */
const storedDays = 30
/** Maximum events of one statement. */
const batchSize = 5_000

/**
 * Deletes old events, and the alerts of incidents that ended and were last written before the same time. Incidents and
 * deployments stay.
 */
export async function purgeEvents({ db, now }: Context): Promise<void> {
  const before = new Date(now.getTime() - storedDays * 86_400_000).toISOString()
  // The index on the time begins with the connection.
  for (const sender of await db.selectDistinct({ id: connectionId }).from(inboundEvents)) {
    const isOld = and(eq(connectionId, sender.id), lt(receivedAt, before))
    const batch = db.select({ id }).from(inboundEvents).where(isOld).orderBy(asc(receivedAt)).limit(batchSize)
    for (let deleted = batchSize; deleted === batchSize; )
      deleted = (await db.delete(inboundEvents).where(inArray(id, batch))).rowCount ?? 0
  }
  const recent = db
    .select()
    .from(incidents)
    .where(and(eq(incidents.number, alertGroups.incidentNumber), gte(incidents.updatedAt, before)))
  await db.delete(alertGroups).where(and(lt(alertGroups.resolvedAt, before), notExists(recent)))
}
