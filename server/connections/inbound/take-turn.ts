import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { AlertEvent, DeploymentEvent } from '#lib/domain/sent-events.ts'
import { storeAlerts } from '#server/connections/alerts/store-alerts.ts'
import type { EventContext } from '#server/deployments/event-context.ts'
import { storeDeployments } from '#server/deployments/store-deployments.ts'
import type { Queryable, Transaction } from '#server/platform/db/client.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { connections, inboundEvents } from '#server/schema/connections.ts'
import { markApplied, markRead } from './mark-events.ts'
import { type ConnectionRow, type EventRow, type ParsedEvent, parseEvent } from './parse-event.ts'

/** Maximum events, and bytes of their bodies, that a turn reads. */
const maxEvents = 100
const maxBytes = 4 * 1024 * 1024
/** Maximum deployments and groups of alerts that a turn applies: a CloudEvents batch may hold thousands. */
const maxApplied = 100
/** Deployments and groups of alerts after which a turn ends if it has taken long. */
const portionSize = 25
const maxTurnMs = 1_000

/** What large events say, of which a part is applied, by their identifiers: so that they are parsed once in a run. */
export type ParsedEvents = Map<string, ParsedEvent>

export const isWaiting = (at: string) => and(eq(inboundEvents.status, 'waiting'), lte(inboundEvents.nextAttemptAt, at))

/** The waiting events of a connection, the oldest first, as many as a turn reads. */
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
 * Reads these events of a connection in one transaction, which is bounded: what is left of a large event, and of many,
 * follows in the next turn. Returns false if another process is reading all of them.
 */
export function takeTurn(
  ctx: Context,
  connectionId: string,
  ids: readonly string[],
  parsedBefore: ParsedEvents,
): Promise<boolean> {
  return inTransaction(ctx.db, async (tx) => {
    const within = { ...ctx, db: tx }
    const rows = await lockEvents(tx, ids)
    const [connection] = await tx.select().from(connections).where(eq(connections.id, connectionId))
    const read = rows.map((row) => ({ row, parsed: parsedBefore.get(row.id) ?? parseEvent(row, connection) }))
    const applied = connection ? await applySome(within, connection, read) : new Map<string, number>()
    const isDone = ({ row, parsed }: Read) => (applied.get(row.id) ?? row.applied) >= eventsIn(parsed).length
    for (const one of read) {
      const count = applied.get(one.row.id)
      if (isDone(one)) parsedBefore.delete(one.row.id)
      else if (count !== undefined) {
        parsedBefore.set(one.row.id, one.parsed)
        await markApplied(tx, one.row, count)
      }
    }
    await markRead(tx, ctx.now, read.filter(isDone))
    if (read.some(({ parsed }) => 'isHint' in parsed)) await readSoon(within, connectionId)
    return rows.length > 0
  })
}

type Read = { readonly row: EventRow; readonly parsed: ParsedEvent }

const eventsIn = (parsed: ParsedEvent): readonly (DeploymentEvent | AlertEvent)[] =>
  'events' in parsed ? parsed.events : []

/** In the order of their identifiers, so that two processes cannot wait for each other. */
const lockEvents = (tx: Transaction, ids: readonly string[]): Promise<EventRow[]> =>
  tx
    .select()
    .from(inboundEvents)
    .where(and(inArray(inboundEvents.id, [...ids]), eq(inboundEvents.status, 'waiting')))
    .orderBy(asc(inboundEvents.id))
    .for('update', { skipLocked: true })

/** Applies what events say until the turn ends. Returns how much of each was applied, by identifier. */
async function applySome(
  ctx: Context & { readonly db: Transaction },
  connection: ConnectionRow,
  read: readonly Read[],
): Promise<Map<string, number>> {
  const actor = { kind: 'system', id: connection.id, name: connection.name } as const
  const waiting = read.flatMap(({ row, parsed }) =>
    eventsIn(parsed)
      .slice(row.applied)
      .map((event, index) => ({ id: row.id, event, applied: row.applied + index + 1 })),
  )
  const applied = new Map<string, number>()
  const startedAt = performance.now()
  for (let start = 0; start < Math.min(waiting.length, maxApplied); start += portionSize) {
    const portion = waiting.slice(start, Math.min(start + portionSize, maxApplied))
    await applyEvents(
      { ...ctx, actor },
      connection.id,
      portion.map(({ event }) => event),
    )
    for (const one of portion) applied.set(one.id, one.applied)
    if (performance.now() - startedAt > maxTurnMs) break
  }
  return applied
}

async function applyEvents(
  ctx: EventContext,
  connectionId: string,
  events: readonly (DeploymentEvent | AlertEvent)[],
): Promise<void> {
  const deployed = events.filter((event) => event.kind === 'deployment')
  if (deployed.length > 0) await storeDeployments(ctx, connectionId, deployed)
  for (const event of events) if (event.kind === 'alerts') await storeAlerts(ctx, connectionId, event)
}

/** Makes the job read a connection that has something new. */
async function readSoon({ db, now }: { db: Queryable; now: Date }, connectionId: string): Promise<void> {
  const at = now.toISOString()
  await db
    .update(connections)
    .set({ nextRunAt: at })
    .where(and(eq(connections.id, connectionId), gt(connections.nextRunAt, at)))
}
