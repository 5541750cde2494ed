import type { QueryOf, ResponseOf } from '#lib/contracts/endpoint.ts'
import type { listEvents as contract } from '#lib/contracts/events.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors.ts'
import { runInTurn } from '#server/platform/limits/fair-queue.ts'
import { log } from '#server/platform/log/log.ts'
import { processWide } from '#server/platform/process/process-wide.ts'
import { isStopping } from '#server/platform/process/stop-requests.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { outsideTrace } from '#server/platform/tracing/trace.ts'
import { findNewestEvent } from './feed-order.ts'
import { readFeed } from './queries.ts'

type FollowedFeed = { readonly feed: ResponseOf<typeof contract>; readonly waitedMs: number }

/** Returns the events after a cursor, waiting up to `wait` seconds for some; waiting takes no turn of the caller. */
export async function followEvents(ctx: Context, { wait, ...input }: QueryOf<typeof contract>): Promise<FollowedFeed> {
  const started = Date.now()
  const until = started + wait * 1000
  const caller = `${ctx.actor.kind}:${ctx.actor.id}`
  for (let newestAtRead: string | undefined; ; ) {
    const feed = await runInTurn(caller, () => readFeed(ctx, input))
    if (feed.result.length > 0 || Date.now() >= until || isStopping()) return { feed, waitedMs: Date.now() - started }
    const { newest, mustRead } = await waitForEvents(ctx.db, { caller, after: feed.next, newestAtRead, until })
    if (!mustRead) return { feed, waitedMs: Date.now() - started }
    newestAtRead = newest
  }
}

/** Requests of this process that may wait at the same time, in all and of one caller. */
const maxWaiting = 100
const maxWaitingOfCaller = 10
/** Milliseconds between two searches for new events, one for all waiting requests. */
const pollMs = 500

type WaitRequest = {
  readonly caller: string
  /** Cursor of the request, and the newest event at its last read, which found nothing. */
  readonly after: string
  readonly newestAtRead: string | undefined
  /** End of the wait, in milliseconds since 1970. */
  readonly until: number
}
/** `mustRead` is true if the request must read again, because of the event `newest` or after a failed search. */
type WakeUp = { readonly newest?: string | undefined; readonly mustRead: boolean }
type Waiter = WaitRequest & { wake(woken: WakeUp): void }

const getWaiters = () => processWide('waiting-for-events', () => new Set<Waiter>())

/**
 * Resolves when there may be events after a cursor, at the time `until`, or when the process stops. A waiting request
 * costs the database nothing. When one caller has too many requests, the oldest ends without another read, which would
 * take the turn of the next request. Throws `unavailable` when too many requests wait in all.
 */
function waitForEvents(db: Queryable, request: WaitRequest): Promise<WakeUp> {
  const waiters = getWaiters()
  const { caller } = request
  const retry = { headers: { 'Retry-After': '1' } }
  // Clients that gave up are not noticed, so the oldest request makes room for a new one.
  const [oldest, ...others] = [...waiters].filter((waiter) => waiter.caller === caller)
  if (oldest && others.length + 1 >= maxWaitingOfCaller) {
    waiters.delete(oldest)
    oldest.wake({ mustRead: false })
  }
  if (waiters.size >= maxWaiting) {
    throw new AppError('unavailable', 'Too many requests are waiting for events; retry without wait.', retry)
  }
  return new Promise((wake) => {
    waiters.add({ ...request, wake })
    if (waiters.size === 1) pollSoon(db)
  })
}

function pollSoon(db: Queryable): void {
  outsideTrace(() => setTimeout(() => poll(db), pollMs))
}

async function poll(db: Queryable): Promise<void> {
  const waiters = getWaiters()
  const newest = await findNewestEvent(db).catch((error) => {
    log.warn({ err: error }, 'no search for events')
    return null
  })
  const now = Date.now()
  for (const waiter of waiters) {
    const hasEvents = newest !== undefined && newest !== waiter.after && newest !== waiter.newestAtRead
    if (!hasEvents && now < waiter.until && !isStopping()) continue
    waiters.delete(waiter)
    // After a failure each request reads for itself and reports it.
    waiter.wake({ newest: newest ?? undefined, mustRead: hasEvents })
  }
  if (waiters.size > 0) pollSoon(db)
}
