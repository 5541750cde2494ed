import { setTimeout as sleep } from 'node:timers/promises'
import { and, asc, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm'
import type { AlertEvent, DeploymentEvent } from '#lib/domain/sent-events.ts'
import { shorten } from '#lib/text/shorten.ts'
import { storeAlerts } from '#server/connections/alerts/store-alerts.ts'
import { findKind } from '#server/connections/all-kinds.ts'
import type { EventContext } from '#server/deployments/merge-deployment.ts'
import { storeDeployments } from '#server/deployments/store-deployments.ts'
import { inWatchedTransaction } from '#server/platform/audit/long-transaction.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { isDataError } from '#server/platform/db/error-code.ts'
import { log } from '#server/platform/log/log.ts'
import { type Context, createSystemActor } from '#server/platform/runtime/context.ts'
import { connections, inboundEvents } from '#server/schema/connections.ts'
import { type ParsedDelivery, UnreadableEvent } from './senders/sender.ts'

/** Milliseconds after which a run leaves the rest to the next one, as a job that runs for too long is started twice. */
const maxRunMs = 5 * 60_000
/** Maximum pause after a turn in milliseconds; as long as the turn took, so that other work gets half of the time. */
const longestRestMs = 500
/** Maximum events of a turn, bytes of the bodies before its last one, and deployments and alerts that it applies. */
const maxEvents = 100
const maxBytes = 1024 * 1024
const maxApplied = 100
/** Deployments and alerts after which a turn ends if it has exceeded `maxTurnMs`. */
const portionSize = 25
const maxTurnMs = 250
/** Times that an event is tried before it fails. */
const maxAttempts = 8
/** Maximum events that are read one by one after a failure. */
const maxSingly = 20

const isWaiting = () =>
  and(eq(inboundEvents.status, 'waiting'), lte(inboundEvents.nextAttemptAt, new Date().toISOString()))

/** True if an event is waiting to be read. */
export const hasWaitingEvents = async ({ db }: Pick<Context, 'db'>): Promise<boolean> =>
  (await db.select({ id: inboundEvents.id }).from(inboundEvents).where(isWaiting()).limit(1)).length > 0

/** Large parsed events by identifier, so that one that is applied in parts is parsed only once per run. */
type ParsedEvents = Map<string, ParsedEvent>

/**
 * Reads the waiting events. The connections take turns of bounded size, each a transaction, so that one that sends
 * thousands of events does not delay the others.
 */
export async function readInboundEvents(ctx: Context, maxMs = maxRunMs): Promise<void> {
  const endsAt = performance.now() + maxMs
  const parsed: ParsedEvents = new Map()
  for (let hasRead = true; hasRead; ) {
    hasRead = false
    const { connectionId: id } = inboundEvents
    const senders = await ctx.db.selectDistinct({ id }).from(inboundEvents).where(isWaiting()).orderBy(id)
    for (const sender of senders) {
      const began = performance.now()
      hasRead = (await takeTurn({ ...ctx, now: new Date() }, sender.id, parsed)) || hasRead
      if (performance.now() >= endsAt) return
      await sleep(Math.min(performance.now() - began, longestRestMs))
    }
  }
}

/**
 * Reads waiting events of a connection in one bounded transaction; what remains of a large event or of many follows in
 * the next turn. If it fails, its events are read one by one, and those that fail are tried again later. Returns false
 * if there is nothing to read, or another process is reading all of it.
 */
async function takeTurn(ctx: Context, connectionId: string, parsedBefore: ParsedEvents, limit = maxEvents) {
  let first: EventRow | undefined
  try {
    return await inWatchedTransaction(ctx.db, async (tx) => {
      // Locks the connection before its events, as updating and deleting it do; other turns do not wait.
      const [connection] = await tx.select().from(connections).where(eq(connections.id, connectionId)).for('key share')
      const rows = await lockWaiting(tx, connectionId, limit)
      first = rows[0]
      const read = rows.map((row) => ({
        row,
        parsed: (row.applied > 0 && parsedBefore.get(row.id)) || parseEvent(row, connection),
      }))
      const actor = createSystemActor(connectionId, connection?.name ?? '')
      const applied = await applyParts({ ...ctx, db: tx, actor }, connectionId, read)
      const done = read.filter(({ row, parsed }) => (applied.get(row.id) ?? row.applied) >= listEvents(parsed).length)
      for (const { row } of done) {
        applied.delete(row.id)
        parsedBefore.delete(row.id)
      }
      for (const { row, parsed } of read) {
        const count = applied.get(row.id)
        if (count === undefined) continue
        parsedBefore.set(row.id, parsed)
        await tx.update(inboundEvents).set({ applied: count }).where(eq(inboundEvents.id, row.id))
      }
      await markRead(tx, ctx.now, done)
      if (read.some(({ parsed }) => 'isHint' in parsed)) await scheduleRun(tx, ctx.now, connectionId)
      return rows.length > 0
    })
  } catch (error) {
    log.warn({ err: error, event: first?.id }, limit === 1 ? 'event not read' : 'events are read one by one')
    parsedBefore.clear()
    if (limit === 1 && first) await postpone(ctx, first, error)
    if (limit === 1) return first !== undefined
    for (let left = maxSingly; left > 0 && (await takeTurn(ctx, connectionId, parsedBefore, 1)); ) left -= 1
    return true
  }
}

/** Locks the waiting events of a connection, oldest first, as many as fit into a turn. */
function lockWaiting(tx: Transaction, connectionId: string, limit: number): Promise<EventRow[]> {
  const { id, body, nextAttemptAt } = inboundEvents
  const order = [asc(nextAttemptAt), asc(id)]
  const before = sql<number>`sum(octet_length(${body})) over (order by ${nextAttemptAt}, ${id}) - octet_length(${body})`
  const oldest = tx
    .select({ id, before: before.as('before') })
    .from(inboundEvents)
    .where(and(isWaiting(), eq(inboundEvents.connectionId, connectionId)))
    .orderBy(...order)
    .limit(limit)
    .as('oldest')
  const fitting = tx.select({ id: oldest.id }).from(oldest).where(lt(oldest.before, maxBytes))
  return tx
    .select()
    .from(inboundEvents)
    .where(and(inArray(id, fitting), eq(inboundEvents.status, 'waiting')))
    .orderBy(...order)
    .for('update', { skipLocked: true })
}

type ReadEvent = { readonly row: EventRow; readonly parsed: ParsedEvent }
const listEvents = (parsed: ParsedEvent) => ('events' in parsed ? parsed.events : [])

/** Applies what remains of events until the turn ends. Returns the applied count of those that were applied. */
async function applyParts(
  ctx: EventContext,
  connectionId: string,
  read: readonly ReadEvent[],
): Promise<Map<string, number>> {
  const parts = read.flatMap(({ row, parsed }) =>
    listEvents(parsed).flatMap((event, index) =>
      index < row.applied ? [] : [{ id: row.id, event, count: index + 1 }],
    ),
  )
  const countItems = (some: typeof parts) =>
    some.reduce((size, { event }) => size + (event.kind === 'alerts' ? event.alerts.length : 1), 0)
  const applied = new Map<string, number>()
  const endsAt = performance.now() + maxTurnMs
  for (let from = 0, to = 1, size = 0; from < parts.length; from = to, to += 1) {
    while (to < parts.length && countItems(parts.slice(from, to)) < portionSize) to += 1
    const portion = parts.slice(from, to)
    size += countItems(portion)
    if (from > 0 && size > maxApplied) break
    const events = portion.map(({ event }) => event)
    await applyEvents(ctx, connectionId, events)
    for (const { id, count } of portion) applied.set(id, count)
    if (performance.now() > endsAt) break
  }
  return applied
}

/** Marks events as read, in one statement for each outcome. */
export async function markRead(tx: Transaction, now: Date, read: readonly ReadEvent[]): Promise<void> {
  const byOutcome = Map.groupBy(read, ({ parsed }) => JSON.stringify(toOutcome(parsed)))
  for (const [outcome, events] of byOutcome) {
    const ids = events.map(({ row }) => row.id)
    await tx
      .update(inboundEvents)
      .set({ ...JSON.parse(outcome), processedAt: now.toISOString(), attempts: sql`${inboundEvents.attempts} + 1` })
      .where(inArray(inboundEvents.id, ids))
  }
}

/** Maximum characters of an outcome, which may quote what was sent. */
const maxOutcomeLength = 500

function toOutcome(parsed: ParsedEvent): Pick<EventRow, 'status' | 'outcome'> {
  if ('events' in parsed) {
    const kinds = new Set(parsed.events.map(({ kind }) => (kind === 'alerts' ? 'Incident' : 'Deployment')))
    return { status: 'done', outcome: [...kinds].join(' and ') }
  }
  const [status, text] =
    'failed' in parsed ? (['failed', parsed.failed] as const) : (['ignored', parsed.ignored] as const)
  return { status, outcome: shorten(text.replaceAll('\0', ''), maxOutcomeLength) }
}

/** Schedules a connection with something new for the next run of the job. */
async function scheduleRun(tx: Transaction, now: Date, connectionId: string): Promise<void> {
  const nextRunAt = now.toISOString()
  const isLater = and(eq(connections.id, connectionId), gt(connections.nextRunAt, nextRunAt))
  await tx.update(connections).set({ nextRunAt }).where(isLater)
}

/** Stores why an event was not read, and when it is tried again. */
async function postpone({ db }: Context, { id, attempts }: EventRow, error: unknown): Promise<void> {
  const isFinal = isDataError(error)
  await db
    .update(inboundEvents)
    .set({
      attempts: attempts + 1,
      status: isFinal || attempts + 1 >= maxAttempts ? 'failed' : 'waiting',
      nextAttemptAt: new Date(Date.now() + 2 ** attempts * 15_000).toISOString(),
      outcome: isFinal
        ? 'It has a value that cannot be stored; the log of the service names it.'
        : 'An unexpected error stopped it; the log of the service has it.',
    })
    .where(eq(inboundEvents.id, id))
}

type SentEvent = DeploymentEvent | AlertEvent
export type EventRow = typeof inboundEvents.$inferSelect

/** The content of an event, or the reason why it cannot be read, which no further attempt can change. */
export type ParsedEvent = ParsedDelivery | { readonly failed: string }

/** Parses an event by the kind of its connection. An event whose connection was deleted is ignored. */
export function parseEvent(row: EventRow, connection: typeof connections.$inferSelect | undefined): ParsedEvent {
  if (connection === undefined) return { ignored: 'Its connection was deleted.' }
  const { events: sender } = findKind(connection.kind) ?? {}
  if (sender === undefined) return { ignored: 'Such a connection sends no events.' }
  try {
    const delivery = { headers: row.headers, body: row.body.toString('utf8') }
    const parsed = sender.parse(delivery, { production: [], services: {}, fields: {}, ...connection.options })
    return 'events' in parsed ? { events: splitEvents(parsed.events) } : parsed
  } catch (error) {
    if (error instanceof UnreadableEvent) return { failed: error.message }
    log.error({ err: error, event: row.id }, 'event not readable')
    return { failed: 'It is not in a form that such a sender uses.' }
  }
}

/** Maximum alerts of an event: a notification may hold thousands. */
const maxAlerts = 100

/**
 * Splits events so that each fits into a turn. The incidents of a group do not depend on the split; sorting alerts by
 * start keeps the number of later merges low.
 */
const splitEvents = (events: readonly SentEvent[]): readonly SentEvent[] =>
  events.flatMap((event) => {
    if (event.kind !== 'alerts' || event.alerts.length <= maxAlerts) return [event]
    const alerts = event.alerts.toSorted((one, other) => (one.startedAt < other.startedAt ? -1 : 1))
    return Array.from({ length: Math.ceil(alerts.length / maxAlerts) }, (_, part) => ({
      ...event,
      alerts: alerts.slice(part * maxAlerts, (part + 1) * maxAlerts),
    }))
  })

export async function applyEvents(ctx: EventContext, connectionId: string, events: readonly SentEvent[]) {
  const deployed = events.filter((event) => event.kind === 'deployment')
  if (deployed.length > 0) await storeDeployments(ctx, connectionId, deployed)
  for (const event of events) if (event.kind === 'alerts') await storeAlerts(ctx, connectionId, event)
}
