import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import { shorten } from '#lib/domain/shorten.ts'
import { storeAlerts } from '#server/alerts/store-alerts.ts'
import type { EventContext } from '#server/deployments/event-context.ts'
import { storeDeployments } from '#server/deployments/store-deployments.ts'
import type { Queryable, Transaction } from '#server/platform/db/client.ts'
import { isDataError } from '#server/platform/db/error-code.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { log } from '#server/platform/log/log.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { connections, inboundEvents } from '#server/schema/connections.ts'
import { optionsOfSender } from './sender-options.ts'
import { type ParsedDelivery, UnreadableEvent } from './senders/delivery.ts'
import { parsers } from './senders/parse-delivery.ts'

type EventRow = typeof inboundEvents.$inferSelect
type ConnectionRow = typeof connections.$inferSelect
type Outcome = { readonly status: 'done' | 'ignored' | 'failed'; readonly text: string }
type Read = { readonly row: EventRow; readonly parsed: ParsedDelivery | { readonly failed: string } }

/** Events read in one transaction. */
const batchSize = 500
/** Milliseconds after which a run leaves the rest to the next one; a job that runs for too long is started twice. */
const maxRunMs = 5 * 60_000
/** Times that an event is tried before it fails. */
const maxAttempts = 8

const isWaiting = (at: string) => and(eq(inboundEvents.status, 'waiting'), lte(inboundEvents.nextAttemptAt, at))

/** Whether an event waits to be read. */
export async function hasWaitingEvents({ db }: Pick<Context, 'db'>): Promise<boolean> {
  const rows = await db
    .select({ id: inboundEvents.id })
    .from(inboundEvents)
    .where(isWaiting(new Date().toISOString()))
    .limit(1)
  return rows.length > 0
}

/**
 * Reads the waiting events, a batch of one connection in each transaction. If a batch fails, its events are read one by
 * one, and those that fail are tried again later.
 */
export async function readEvents(ctx: Context, maxMs = maxRunMs): Promise<void> {
  const startedAt = performance.now()
  do {
    const at = { ...ctx, now: new Date() }
    const [next] = await at.db
      .select({ connectionId: inboundEvents.connectionId })
      .from(inboundEvents)
      .where(isWaiting(at.now.toISOString()))
      .orderBy(asc(inboundEvents.nextAttemptAt))
      .limit(1)
    if (!next) return
    try {
      await readBatch(at, next.connectionId, batchSize)
    } catch (error) {
      log.warn({ err: error }, 'events are read one by one')
      await readOneByOne(at, next.connectionId)
    }
  } while (performance.now() - startedAt < maxMs)
}

async function readOneByOne(ctx: Context, connectionId: string): Promise<void> {
  const rows = await listWaiting(ctx.db, ctx.now, connectionId, batchSize)
  for (const { id, attempts } of rows) {
    try {
      await readBatch(ctx, connectionId, 1, id)
    } catch (error) {
      log.warn({ err: error, event: id }, 'event not read')
      const isLast = attempts + 1 >= maxAttempts || isDataError(error)
      const delayMs = 2 ** attempts * 15_000
      await ctx.db
        .update(inboundEvents)
        .set({
          attempts: attempts + 1,
          status: isLast ? 'failed' : 'waiting',
          nextAttemptAt: new Date(Date.now() + delayMs).toISOString(),
          outcome: isDataError(error)
            ? 'It has a value that cannot be stored; the log of the service names it.'
            : 'An unexpected error stopped it; the log of the service has it.',
        })
        .where(eq(inboundEvents.id, id))
    }
  }
}

const listWaiting = (db: Queryable, now: Date, connectionId: string, limit: number, id?: string) =>
  db
    .select()
    .from(inboundEvents)
    .where(
      and(
        isWaiting(now.toISOString()),
        eq(inboundEvents.connectionId, connectionId),
        id === undefined ? undefined : eq(inboundEvents.id, id),
      ),
    )
    .orderBy(asc(inboundEvents.nextAttemptAt), asc(inboundEvents.id))
    .limit(limit)

function readBatch(ctx: Context, connectionId: string, limit: number, id?: string): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const rows = await listWaiting(tx, ctx.now, connectionId, limit, id).for('update', { skipLocked: true })
    const [connection] = await tx.select().from(connections).where(eq(connections.id, connectionId))
    const read = rows.map((row) => ({ row, parsed: connection ? parse(row, connection) : gone }))
    if (connection) await apply({ ...ctx, db: tx }, connection, read)
    await settle(tx, ctx.now, read)
  })
}

const gone = { ignored: 'Its connection was deleted.' }

function parse(row: EventRow, connection: ConnectionRow): Read['parsed'] {
  try {
    const parser = parsers[connection.kind]
    const delivery = { headers: row.headers, body: row.body.toString('utf8') }
    return parser?.(delivery, optionsOfSender(connection.options)) ?? { ignored: 'Such a connection sends no events.' }
  } catch (error) {
    if (error instanceof UnreadableEvent) return { failed: error.message }
    // Reading the same body again leads to the same error.
    log.error({ err: error, event: row.id }, 'event not readable')
    return { failed: 'It is not in a form that such a sender uses.' }
  }
}

async function apply(ctx: Context & { readonly db: Transaction }, connection: ConnectionRow, read: readonly Read[]) {
  const actor = { kind: 'system', id: connection.id, name: connection.name } as const
  const within: EventContext = { ...ctx, actor }
  const events = read.flatMap(({ parsed }) => ('events' in parsed ? parsed.events : []))
  const deployed = events.filter((event) => event.kind === 'deployment')
  if (deployed.length > 0) await storeDeployments(within, connection.id, deployed)
  for (const event of events) if (event.kind === 'alerts') await storeAlerts(within, connection.id, event)
  if (!read.some(({ parsed }) => 'isHint' in parsed)) return
  const at = ctx.now.toISOString()
  await ctx.db
    .update(connections)
    .set({ nextRunAt: at })
    .where(and(eq(connections.id, connection.id), gt(connections.nextRunAt, at)))
}

/** Marks events as read, in one statement for each outcome. */
async function settle(tx: Transaction, now: Date, read: readonly Read[]): Promise<void> {
  const byOutcome = Map.groupBy(read, ({ parsed }) => JSON.stringify(outcomeOf(parsed)))
  for (const [outcome, own] of byOutcome) {
    const { status, text } = JSON.parse(outcome) as Outcome
    await tx
      .update(inboundEvents)
      .set({ status, outcome: text, processedAt: now.toISOString(), attempts: sql`${inboundEvents.attempts} + 1` })
      .where(
        inArray(
          inboundEvents.id,
          own.map(({ row }) => row.id),
        ),
      )
  }
}

/** Maximum characters of an outcome, which may quote what was sent. */
const maxOutcomeLength = 500
const shown = (text: string) => shorten(text.replaceAll('\0', ''), maxOutcomeLength)

function outcomeOf(parsed: Read['parsed']): Outcome {
  if ('failed' in parsed) return { status: 'failed', text: shown(parsed.failed) }
  if ('ignored' in parsed) return { status: 'ignored', text: shown(parsed.ignored) }
  const kinds = [...new Set(parsed.events.map(({ kind }) => kind))]
  return { status: 'done', text: kinds.map((kind) => (kind === 'alerts' ? 'Incident' : 'Deployment')).join(' and ') }
}
