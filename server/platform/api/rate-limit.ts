import type { Endpoint } from '#lib/contracts/endpoint.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ApiRequest } from '#server/platform/http/api-request.ts'
import { getClientIpAddress } from '#server/platform/http/client-address.ts'
import type { ResponseHeaders } from '#server/platform/http/response.ts'
import { log } from '#server/platform/log/log.ts'
import { countRefusal } from '#server/platform/metrics/metrics.ts'
import { processWide } from '#server/platform/process/process-wide.ts'
import type { Actor } from '#server/platform/runtime/context.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { outsideTrace } from '#server/platform/tracing/trace.ts'
import { SharedCounts, type Usage } from './shared-counts.ts'

/** Seconds of the window. */
const window = 60
/** Milliseconds from the first counted request until the counts are shared with other processes. */
const shareWithinMs = 1000
/** Milliseconds between two purges of expired windows. */
const purgeIntervalMs = 60_000

const state = () =>
  processWide('request-counts', () => ({
    counts: new SharedCounts(window * 1000),
    isSharing: false,
    purgedAt: Number.NEGATIVE_INFINITY,
  }))

/** The key under which a request is counted: the token or the account, else the IP address of the caller. */
export const getLimitKey = (actor: Actor, request: ApiRequest): string =>
  actor.kind === 'anonymous' ? `address:${getClientIpAddress(request)}` : `${actor.kind}:${actor.id}`

/** Rejected events are counted by IP address, all others by their connection. */
type QuotaName = 'default' | 'pages' | 'rejected-events' | NonNullable<Endpoint['quota']>

/** The quota of each kind of request, by the default one; each kind is counted by itself. */
const shares: Readonly<Record<QuotaName, number>> = {
  default: 1,
  pages: 1,
  bulk: 0.1,
  events: 300,
  'rejected-events': 1,
}

const wordings: Readonly<Record<QuotaName, string>> = {
  default: 'requests',
  pages: 'pages',
  bulk: 'requests of this kind',
  events: 'events',
  'rejected-events': 'rejected events',
}

/** Share of a quota that a process counts alone, so that few requests cause no write, which would void every cache. */
const unshared = 0.1

/**
 * Counts a request and writes the RateLimit headers (draft-ietf-httpapi-ratelimit-headers) into `headers`. The counts
 * of other processes are included after at most two seconds, once they exceed a tenth of the quota. Throws
 * `rate_limited` with `Retry-After` in seconds.
 */
export function countRequest(key: string, headers: ResponseHeaders, name: QuotaName = 'default'): void {
  const now = Date.now()
  const usage = state().counts.count(getCountKey(key, name), now, Math.floor(getQuota(name) * unshared))
  shareSoon()
  checkUsage(usage, now, headers, name)
}

/** Checks a quota without counting the request, for what is counted once its result is known. Throws `rate_limited`. */
export function checkQuota(key: string, headers: ResponseHeaders, name: QuotaName): void {
  const now = Date.now()
  const { count, endsAt } = state().counts.read(getCountKey(key, name), now)
  checkUsage({ count: count + 1, endsAt }, now, headers, name)
}

const getCountKey = (key: string, name: QuotaName) => (name === 'default' ? key : `${name}:${key}`)

const getQuota = (name: QuotaName) => Math.max(1, Math.floor(getRuntime().env.rateLimit * shares[name]))

function checkUsage({ count, endsAt }: Usage, now: number, headers: ResponseHeaders, name: QuotaName): void {
  const quota = getQuota(name)
  headers['RateLimit-Policy'] = `"${name}";q=${quota};w=${window}`
  const seconds = Math.max(1, Math.ceil((endsAt - now) / 1000))
  headers.RateLimit = `"${name}";r=${Math.max(0, quota - count)};t=${seconds}`
  if (count > quota) {
    countRefusal('rate_limit')
    throw new AppError('rate_limited', `More than ${quota} ${wordings[name]} in a minute; retry in ${seconds} s.`, {
      headers: { 'Retry-After': String(seconds) },
    })
  }
}

function shareSoon(): void {
  const current = state()
  if (current.isSharing) return
  current.isSharing = true
  const share = async () => {
    const hasMore = await shareCounts().catch((error) => {
      log.debug({ err: error }, 'request counts not shared, counting alone')
      return false
    })
    current.isSharing = false
    if (hasMore) shareSoon()
  }
  outsideTrace(() => setTimeout(share, shareWithinMs).unref())
}

/** Returns whether another exchange is needed. */
async function shareCounts(): Promise<boolean> {
  const { db } = getRuntime()
  const current = state()
  const hasMore = await current.counts.exchange(db, Date.now())
  if (performance.now() - current.purgedAt < purgeIntervalMs) return hasMore
  current.purgedAt = performance.now()
  await current.counts.purge(db, Date.now())
  return hasMore
}
