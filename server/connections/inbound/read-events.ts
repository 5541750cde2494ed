import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { isDataError } from '#server/platform/db/error-code.ts'
import { log } from '#server/platform/log/log.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inboundEvents } from '#server/schema/connections.ts'
import { isWaiting, listWaiting, type ParsedEvents, takeInboundTurn } from './take-turn.ts'

/** Milliseconds after which a run leaves the rest to the next one, as a job that runs for too long is started twice. */
const maxRunMs = 5 * 60_000
/**
 * Maximum pause after a turn, in milliseconds. A pause is as long as the turn took, so that other work gets half of the
 * time.
 */
const longestRestMs = 500
/** Times that an event is tried before it fails. */
const maxAttempts = 8
/** Maximum events that a turn reads one by one. */
const maxSingly = 20

/** True if an event is waiting to be read. */
export async function hasWaitingEvents({ db }: Pick<Context, 'db'>): Promise<boolean> {
  const rows = await db
    .select({ id: inboundEvents.id })
    .from(inboundEvents)
    .where(isWaiting(new Date().toISOString()))
    .limit(1)
  return rows.length > 0
}

/**
 * Reads the waiting events. The connections take turns of bounded size, each a transaction, so that one that sends
 * thousands of events does not delay the others. If a turn fails, its events are read one by one, and those that fail
 * are tried again later.
 */
export async function readInboundEvents(ctx: Context, maxMs = maxRunMs): Promise<void> {
  const endsAt = performance.now() + maxMs
  const parsed: ParsedEvents = new Map()
  for (;;) {
    const senders = await listSenders(ctx)
    let hasRead = false
    for (const connectionId of senders) {
      const began = performance.now()
      hasRead = (await readTurn({ ...ctx, now: new Date() }, connectionId, parsed)) || hasRead
      if (performance.now() >= endsAt) return
      await sleep(Math.min(performance.now() - began, longestRestMs))
    }
    if (!hasRead) return
  }
}

/** Lists the connections with waiting events. */
async function listSenders({ db }: Context): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: inboundEvents.connectionId })
    .from(inboundEvents)
    .where(isWaiting(new Date().toISOString()))
    .orderBy(inboundEvents.connectionId)
  return rows.map(({ id }) => id)
}

/** Returns whether any event was read. */
async function readTurn(ctx: Context, connectionId: string, parsed: ParsedEvents): Promise<boolean> {
  const waiting = await listWaiting(ctx, connectionId)
  const ids = waiting.map(({ id }) => id)
  try {
    return await takeInboundTurn(ctx, connectionId, ids, parsed)
  } catch (error) {
    log.warn({ err: error }, 'events are read one by one')
    parsed.clear()
    for (const event of waiting.slice(0, maxSingly)) await readSingly(ctx, connectionId, event)
    return true
  }
}

async function readSingly(
  ctx: Context,
  connectionId: string,
  { id, attempts }: { readonly id: string; readonly attempts: number },
): Promise<void> {
  try {
    await takeInboundTurn(ctx, connectionId, [id], new Map())
  } catch (error) {
    log.warn({ err: error, event: id }, 'event not read')
    const isFinal = isDataError(error)
    const isLast = isFinal || attempts + 1 >= maxAttempts
    const delayMs = 2 ** attempts * 15_000
    await ctx.db
      .update(inboundEvents)
      .set({
        attempts: attempts + 1,
        status: isLast ? 'failed' : 'waiting',
        nextAttemptAt: new Date(Date.now() + delayMs).toISOString(),
        outcome: isFinal
          ? 'It has a value that cannot be stored; the log of the service names it.'
          : 'An unexpected error stopped it; the log of the service has it.',
      })
      .where(eq(inboundEvents.id, id))
  }
}
