import { getTableName } from 'drizzle-orm'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  type RateLimiterRes,
} from 'rate-limiter-flexible'
import type { Endpoint } from '#lib/contracts/endpoint.ts'
import { AppError } from '#server/platform/errors.ts'
import { type ApiRequest, getClientIpAddress } from '#server/platform/http/api-request.ts'
import type { ResponseHeaders } from '#server/platform/http/response.ts'
import { log } from '#server/platform/log/log.ts'
import { countRefusal } from '#server/platform/metrics/metrics.ts'
import { processWideFor } from '#server/platform/process/process-wide.ts'
import type { Actor } from '#server/platform/runtime/context.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { outsideTrace } from '#server/platform/tracing/trace.ts'
import { callerCounts } from '#server/schema/limits.ts'

/** Seconds of the window. */
const window = 60
/** Milliseconds from the first counted request until the counts are shared with other processes. */
const shareWithinMs = 1000
/** Share of a quota that a process counts alone, so that few requests cause no write, which would void every cache. */
const unshared = 0.1

/** The key under which a request is counted: the token or the account, else the IP address of the caller. */
export const getLimitKey = (actor: Actor, request: ApiRequest): string =>
  actor.kind === 'anonymous' ? `address:${getClientIpAddress(request)}` : `${actor.kind}:${actor.id}`

/** Rejected events are counted by IP address, all others by their connection. */
type QuotaName = 'default' | 'pages' | 'sign-in' | 'rejected-events' | NonNullable<Endpoint['quota']>

/** The quota of each kind of request, by the default one; each kind is counted by itself. */
const quotas: Readonly<Record<QuotaName, { readonly share: number; readonly counted: string }>> = {
  default: { share: 1, counted: 'requests' },
  pages: { share: 1, counted: 'pages' },
  'sign-in': { share: 1, counted: 'requests to sign in' },
  bulk: { share: 0.1, counted: 'requests of this kind' },
  events: { share: 300, counted: 'events' },
  'rejected-events': { share: 1, counted: 'rejected events' },
}

/**
 * The counts of this process, those of all processes in the database, and what this process has not yet added to the
 * latter.
 */
const counters = () =>
  processWideFor('request-counts', getRuntime().pool, () => {
    const { pool } = getRuntime()
    const limit = { keyPrefix: 'requests', points: Number.MAX_SAFE_INTEGER, duration: window }
    const store = { storeClient: pool, storeType: 'pool', tableName: getTableName(callerCounts), tableCreated: true }
    return {
      own: new RateLimiterMemory(limit),
      all: new RateLimiterPostgres({ ...limit, ...store, clearExpiredByTimeout: true }),
      added: new Map<string, number>(),
      isSharing: false,
    }
  })

/**
 * Counts a request and writes the RateLimit headers (draft-ietf-httpapi-ratelimit-headers) into `headers`. The counts
 * of other processes are included after at most two seconds, once they exceed a tenth of the quota. Throws
 * `rate_limited` with `Retry-After` in seconds.
 */
export async function countRequest(key: string, headers: ResponseHeaders, name: QuotaName = 'default'): Promise<void> {
  const { own, added } = counters()
  const countKey = getCountKey(key, name)
  const { consumedPoints, msBeforeNext } = await inWindow(own, countKey, () => own.consume(countKey))
  const alone = Math.floor(getQuota(name) * unshared)
  if (consumedPoints > alone) {
    added.set(countKey, (added.get(countKey) ?? 0) + (consumedPoints === alone + 1 ? consumedPoints : 1))
    shareSoon()
  }
  checkCount(consumedPoints, msBeforeNext, headers, name)
}

/** Counts again in a new window if the present one ends later than any can: it began before the clock was set back. */
async function inWindow(limiter: RateLimiterAbstract, key: string, add: () => Promise<RateLimiterRes>) {
  const counted = await add()
  if (counted.msBeforeNext <= window * 1000) return counted
  await limiter.delete(key)
  return add()
}

/** Checks a quota without counting the request, for what is counted once its result is known. Throws `rate_limited`. */
export async function checkQuota(key: string, headers: ResponseHeaders, name: QuotaName): Promise<void> {
  const counted = await counters().own.get(getCountKey(key, name))
  checkCount((counted?.consumedPoints ?? 0) + 1, counted?.msBeforeNext ?? window * 1000, headers, name)
}

const getCountKey = (key: string, name: QuotaName) => (name === 'default' ? key : `${name}:${key}`)

const getQuota = (name: QuotaName) => Math.max(1, Math.floor(getRuntime().env.rateLimit * quotas[name].share))

function checkCount(count: number, msBeforeNext: number, headers: ResponseHeaders, name: QuotaName): void {
  const quota = getQuota(name)
  headers['RateLimit-Policy'] = `"${name}";q=${quota};w=${window}`
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
  headers.RateLimit = `"${name}";r=${Math.max(0, quota - count)};t=${seconds}`
  if (count > quota) {
    countRefusal('rate_limit')
    throw new AppError(
      'rate_limited',
      `More than ${quota} ${quotas[name].counted} in a minute; retry in ${seconds} s.`,
      {
        headers: { 'Retry-After': String(seconds) },
      },
    )
  }
}

function shareSoon(): void {
  const current = counters()
  if (current.isSharing) return
  current.isSharing = true
  const share = async () => {
    await shareCounts(current).catch((error) => log.debug({ err: error }, 'requests not shared, counting alone'))
    current.isSharing = false
  }
  outsideTrace(() => setTimeout(share, shareWithinMs).unref())
}

/**
 * Adds the requests since the last time to the counts in the database and continues with the counts of all processes.
 * Windows of one key with different starts end together, with the first.
 */
export async function shareCounts({ own, all, added }: ReturnType<typeof counters> = counters()): Promise<void> {
  for (const [key, count] of added) {
    added.delete(key)
    const left = (await own.get(key))?.msBeforeNext ?? 0
    if (left <= 0 || left > window * 1000) continue
    try {
      const share = () => all.penalty(key, count, { customDuration: Math.ceil(left / 1000) })
      const { consumedPoints, msBeforeNext } = await inWindow(all, key, share)
      const end = Math.max(1, Math.min(left, msBeforeNext))
      await own.set(key, consumedPoints + (added.get(key) ?? 0), end / 1000)
    } catch (error) {
      added.set(key, count + (added.get(key) ?? 0))
      throw error
    }
  }
}
