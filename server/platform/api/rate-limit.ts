import { AppError } from '#server/platform/errors.ts'
import type { ApiRequest } from '#server/platform/http/api-request.ts'
import { clientAddressOf } from '#server/platform/http/client-address.ts'
import type { ResponseHeaders } from '#server/platform/http/response.ts'
import { log } from '#server/platform/log/log.ts'
import { countRefusal } from '#server/platform/metrics/metrics.ts'
import { processWide } from '#server/platform/process-wide.ts'
import type { Actor } from '#server/platform/runtime/context.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { outsideTrace } from '#server/platform/tracing/trace.ts'
import { SharedCounts } from './shared-counts.ts'

/** Seconds of the window. */
const window = 60
/** Milliseconds from the first request counted until the other processes are told. */
const tellWithin = 1000
/** Milliseconds between two clean-ups of windows that have ended. */
const purgeEvery = 60_000

const state = () =>
  processWide('request-counts', () => ({
    counts: new SharedCounts(window * 1000),
    isTelling: false,
    purgedAt: Number.NEGATIVE_INFINITY,
  }))

/** Whom a request counts against: the token or the account, else the address it comes from. */
export const limitKeyOf = (actor: Actor, request: ApiRequest): string =>
  actor.kind === 'anonymous' ? `address:${clientAddressOf(request)}` : `${actor.kind}:${actor.id}`

/**
 * Counts a request and writes the RateLimit fields (draft-ietf-httpapi-ratelimit-headers) into `headers`. What other
 * processes count is known two seconds later at most. Throws `rate_limited` with `Retry-After` in seconds.
 */
export function countRequest(key: string, headers: ResponseHeaders): void {
  const quota = getRuntime().env.rateLimit
  headers['RateLimit-Policy'] = `"default";q=${quota};w=${window}`
  const now = Date.now()
  const { count, endsAt } = state().counts.count(key, now)
  tellSoon()
  const seconds = Math.max(1, Math.ceil((endsAt - now) / 1000))
  headers.RateLimit = `"default";r=${Math.max(0, quota - count)};t=${seconds}`
  if (count > quota) {
    countRefusal('rate_limit')
    throw new AppError('rate_limited', `More than ${quota} requests in a minute; try again in ${seconds} s.`, {
      headers: { 'Retry-After': String(seconds) },
    })
  }
}

function tellSoon(): void {
  const current = state()
  if (current.isTelling) return
  current.isTelling = true
  const tell = async () => {
    const isLearning = await tellOthers().catch((error) => {
      log.debug({ err: error }, 'request counts not shared, counting alone')
      return false
    })
    current.isTelling = false
    if (isLearning) tellSoon()
  }
  outsideTrace(() => setTimeout(tell, tellWithin).unref())
}

/** Whether there is more to learn from the others. */
async function tellOthers(): Promise<boolean> {
  const { db } = getRuntime()
  const current = state()
  const isLearning = await current.counts.exchange(db, Date.now())
  if (performance.now() - current.purgedAt < purgeEvery) return isLearning
  current.purgedAt = performance.now()
  await current.counts.purge(db, Date.now())
  return isLearning
}
