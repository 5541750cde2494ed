import type { Queryable } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors.ts'
import { log } from '#server/platform/log/log.ts'
import { processWide } from '#server/platform/process-wide.ts'
import { isStopping } from '#server/platform/stop-requests.ts'
import { outsideTrace } from '#server/platform/tracing/trace.ts'
import { findNewestEvent } from './queries.ts'

/** Requests of this process that may wait at the same time, in all and of one caller. */
const maxWaiting = 100
const maxWaitingOfCaller = 10
/** Milliseconds between two looks for new events, one for all waiting requests. */
const pollMs = 500

type Waiter = { readonly caller: string; readonly after: string; readonly until: number; wake(): void }

const waiting = () => processWide('waiting-for-events', () => new Set<Waiter>())

/**
 * Resolves when there may be events after a cursor, at the time `until`, or when the process stops. A waiting request
 * uses no database connection. Of too many requests of one caller the oldest ends. Throws `unavailable` when too many
 * requests wait in all.
 */
export function waitForEvents(db: Queryable, caller: string, after: string, until: number): Promise<void> {
  const waiters = waiting()
  const retry = { headers: { 'Retry-After': '1' } }
  // A client that gave up does not say so: its oldest request makes room for a new one.
  const [oldest, ...others] = [...waiters].filter((waiter) => waiter.caller === caller)
  if (oldest && others.length + 1 >= maxWaitingOfCaller) {
    waiters.delete(oldest)
    oldest.wake()
  }
  if (waiters.size >= maxWaiting) {
    throw new AppError('unavailable', 'Too many requests are waiting for events; retry without wait.', retry)
  }
  return new Promise((wake) => {
    waiters.add({ caller, after, until, wake })
    if (waiters.size === 1) pollSoon(db)
  })
}

function pollSoon(db: Queryable): void {
  outsideTrace(() => setTimeout(() => poll(db), pollMs))
}

async function poll(db: Queryable): Promise<void> {
  const waiters = waiting()
  const newest = await findNewestEvent(db).catch((error) => {
    log.warn({ err: error }, 'no look for events')
    return null
  })
  const now = Date.now()
  for (const waiter of waiters) {
    // After a failure each request looks for itself and reports it.
    const hasEvents = newest !== undefined && newest !== waiter.after
    if (!hasEvents && now < waiter.until && !isStopping()) continue
    waiters.delete(waiter)
    waiter.wake()
  }
  if (waiters.size > 0) pollSoon(db)
}
