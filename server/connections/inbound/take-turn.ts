import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import { inWatchedTransaction } from '#server/platform/audit/long-transaction.ts'
import type { Queryable, Transaction } from '#server/platform/db/client.ts'
import { type Context, createSystemActor } from '#server/platform/runtime/context.ts'
import { connections, inboundEvents } from '#server/schema/connections.ts'
import { applyParts, type EventPart } from './apply-events.ts'
import { markApplied, markRead, type ReadEvent } from './mark-events.ts'
import { type EventRow, type ParsedEvent, parseEvent } from './parse-event.ts'

/** Maximum events per turn, and bytes of their bodies. */
const maxEvents = 100
const maxBytes = 1024 * 1024

/** Large parsed events by identifier, so that one that is applied in parts is parsed only once per run. */
export type ParsedEvents = Map<string, ParsedEvent>

export const isWaiting = (at: string) => and(eq(inboundEvents.status, 'waiting'), lte(inboundEvents.nextAttemptAt, at))

/** Lists the waiting events of a connection, oldest first, as many as fit into a turn. */
export async function listWaiting(
  { db, now }: Context,
  connectionId: string,
): Promise<{ id: string; attempts: number }[]> {
  const { id, attempts, body, nextAttemptAt } = inboundEvents
  const rows = await db
    .select({ id, attempts, bytes: sql<number>`octet_length(${body})` })
    .from(inboundEvents)
    .where(and(isWaiting(now.toISOString()), eq(inboundEvents.connectionId, connectionId)))
    .orderBy(asc(nextAttemptAt), asc(id))
    .limit(maxEvents)
  let bytes = 0
  return rows.filter((row, index) => {
    bytes += row.bytes
    return index === 0 || bytes <= maxBytes
  })
}

/**
 * Reads the given events of a connection in one bounded transaction; what remains of a large event or of many follows
 * in the next turn. Returns false if another process is reading all of them.
 */
export function takeInboundTurn(
  ctx: Context,
  connectionId: string,
  ids: readonly string[],
  parsedBefore: ParsedEvents,
): Promise<boolean> {
  return inWatchedTransaction(ctx.db, async (tx) => {
    const txCtx = { ...ctx, db: tx }
    const connection = await lockConnection(tx, connectionId)
    const rows = await lockEvents(tx, ids)
    const read = rows.map((row) => {
      const before = row.applied > 0 ? parsedBefore.get(row.id) : undefined
      return { row, parsed: before ?? parseEvent(row, connection) }
    })
    const actor = createSystemActor(connectionId, connection?.name ?? '')
    const applied = await applyParts({ ...txCtx, actor }, connectionId, listRemainingParts(read))
    const isDone = ({ row, parsed }: ReadEvent) => (applied.get(row.id) ?? row.applied) >= listEventsIn(parsed).length
    for (const one of read) {
      const count = applied.get(one.row.id)
      if (isDone(one)) parsedBefore.delete(one.row.id)
      else if (count !== undefined) {
        parsedBefore.set(one.row.id, one.parsed)
        await markApplied(tx, one.row, count)
      }
    }
    await markRead(tx, ctx.now, read.filter(isDone))
    if (read.some(({ parsed }) => 'isHint' in parsed)) await scheduleRun(txCtx, connectionId)
    return rows.length > 0
  })
}

const listEventsIn = (parsed: ParsedEvent) => ('events' in parsed ? parsed.events : [])

/** Locks the connection before its events, as updating and deleting it do; other turns do not wait. */
async function lockConnection(tx: Transaction, id: string): Promise<typeof connections.$inferSelect | undefined> {
  const [row] = await tx.select().from(connections).where(eq(connections.id, id)).for('key share')
  return row
}

/** Locks events in the order of their identifiers, so that two processes cannot wait for each other. */
const lockEvents = (tx: Transaction, ids: readonly string[]): Promise<EventRow[]> =>
  tx
    .select()
    .from(inboundEvents)
    .where(and(inArray(inboundEvents.id, [...ids]), eq(inboundEvents.status, 'waiting')))
    .orderBy(asc(inboundEvents.id))
    .for('update', { skipLocked: true })

/** Lists the parts of events that are not applied yet. */
const listRemainingParts = (read: readonly ReadEvent[]): EventPart[] =>
  read.flatMap(({ row, parsed }) =>
    listEventsIn(parsed)
      .slice(row.applied)
      .map((event, index) => ({ id: row.id, event, applied: row.applied + index + 1 })),
  )

/** Schedules a connection with something new for the next run of the job. */
async function scheduleRun({ db, now }: { db: Queryable; now: Date }, connectionId: string): Promise<void> {
  const at = now.toISOString()
  await db
    .update(connections)
    .set({ nextRunAt: at })
    .where(and(eq(connections.id, connectionId), gt(connections.nextRunAt, at)))
}
