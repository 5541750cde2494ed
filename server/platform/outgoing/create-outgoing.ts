import {
  BrokenCircuitError,
  ConsecutiveBreaker,
  circuitBreaker,
  DelegateBackoff,
  handleWhen,
  type IPolicy,
  type IRetryBackoffContext,
  retry,
} from 'cockatiel'
import { Agent, request as sendRequest } from 'undici'
import { findErrorCode, listRootCauses } from '#server/platform/describe-error.ts'
import { observeOutgoing } from '#server/platform/metrics/metrics.ts'
import { processWide } from '#server/platform/process/process-wide.ts'
import { inSpan } from '#server/platform/tracing/trace.ts'
import { assertAllowedUrl, createGuardedLookup, type HostRules } from './ip-address.ts'
import {
  type Outgoing,
  OutgoingError,
  type OutgoingRequest,
  type OutgoingResponse,
  readRetryAfter,
} from './outgoing.ts'

export type OutgoingOptions = HostRules & {
  /** The kind of system, for service metrics and traces. */
  readonly kind: string
  /** Throws in a copy of the installation, which sends nothing: `assertOriginal` of its database. */
  readonly assertOriginal: () => Promise<void>
  /** Waits until the next request may be sent. */
  readonly pace?: (signal: AbortSignal | undefined) => Promise<void>
  /** True if the caller repeats the request by its own schedule: it is sent once, and any response is returned. */
  readonly isSentOnce?: true
  /** Connections to the other system at the same time; 4 by default. */
  readonly connections?: number
  /** Milliseconds before a failed request is repeated for the first time; doubled each time. */
  readonly retryDelayMs?: number
}

const defaultTimeoutMs = 30_000
const connectTimeoutMs = 10_000
const defaultMaxBytes = 20 * 1024 * 1024
const maxRedirects = 3
/** Number of times that a request is repeated. */
const maxRetries = 4
/** The longest time that a request waits because of `Retry-After`, in milliseconds. */
const maxWaitMs = 60_000
/** Milliseconds before the next request to a busy host that names no time. */
const defaultWaitMs = 5_000
/** Number of failed requests in a row after which requests to a host are suspended for a while. */
const maxFailures = 4
const circuitPauseMs = 30_000

const isUnreachable = (error: unknown) =>
  error instanceof OutgoingError && (error.reason === 'unreachable' || error.reason === 'timeout')
const isFailed = (result: unknown) => (result as OutgoingResponse).status >= 500

/** Milliseconds until a busy host accepts requests again, if a request waits for that. */
function computeWait(error: unknown): number | undefined {
  if (!(error instanceof OutgoingError && error.retryAt)) return undefined
  const wait = error.retryAt.getTime() - Date.now()
  return wait <= maxWaitMs ? Math.max(0, wait) : undefined
}

/** The circuit breaker of each origin, for the whole process. A host that is busy is healthy. */
const breakers = () => processWide('outgoing-circuits', () => new Map<string, IPolicy>())

function getBreaker(origin: string): IPolicy {
  const existing = breakers().get(origin)
  if (existing) return existing
  const breaker = circuitBreaker(handleWhen(isUnreachable).orWhenResult(isFailed), {
    halfOpenAfter: circuitPauseMs,
    breaker: new ConsecutiveBreaker(maxFailures),
  })
  breakers().set(origin, breaker)
  return breaker
}

/** Every outgoing request of Hindsight is sent by such a client, one for each system; close it after use. */
export function createOutgoing(options: OutgoingOptions): Outgoing {
  const agent = new Agent({
    connect: { lookup: createGuardedLookup(options), timeout: connectTimeoutMs },
    connections: options.connections ?? 4,
  })
  let requests = 0
  const backoff = new DelegateBackoff<IRetryBackoffContext<unknown>>(({ attempt, result }) => {
    const waitMs = 'error' in result ? computeWait(result.error) : undefined
    return waitMs ?? (options.retryDelayMs ?? 500) * 2 ** (attempt - 1)
  })
  const isWaitedFor = (error: unknown) => computeWait(error) !== undefined
  const repeatReads = retry(handleWhen((error) => isUnreachable(error) || isWaitedFor(error)).orWhenResult(isFailed), {
    maxAttempts: maxRetries,
    backoff,
  })
  const repeatWrites = retry(handleWhen(isWaitedFor), { maxAttempts: maxRetries, backoff })

  async function sendOnce(request: OutgoingRequest, url: URL): Promise<OutgoingResponse> {
    await options.pace?.(request.signal)
    request.signal?.throwIfAborted()
    requests += 1
    const { kind } = options
    const attributes = { 'http.request.method': request.method, 'server.address': url.hostname }
    const started = performance.now()
    let status = 'failed'
    try {
      return await inSpan({ name: `${request.method} ${kind}`, kind: 'client', attributes }, async (span) => {
        const response = await exchange(agent, request, url)
        status = `${Math.floor(response.status / 100)}xx`
        span.set({ 'http.response.status_code': response.status })
        return response
      })
    } catch (error) {
      request.signal?.throwIfAborted()
      throw toOutgoingError(error, url.host)
    } finally {
      observeOutgoing({ kind, status }, performance.now() - started)
    }
  }

  /** Follows redirects of reads within the same origin. */
  async function attempt(request: OutgoingRequest, url: URL, followed = 0): Promise<OutgoingResponse> {
    const response = await sendOnce(request, url)
    assertNotBusy(response, url)
    const { location } = response.headers
    if (response.status < 300 || response.status > 399 || location === undefined) return response
    const next = new URL(location, url)
    if (next.origin === url.origin && request.method === 'GET' && followed < maxRedirects) {
      return attempt(request, next, followed + 1)
    }
    const target = `${next.host}${next.pathname}`
    throw new OutgoingError('redirect', `${url.host} redirects to ${target}, which is not followed.`)
  }

  return {
    get requests() {
      return requests
    },
    async send(request) {
      const url = new URL(request.url)
      assertAllowedUrl(url, options)
      await options.assertOriginal()
      if (options.isSentOnce) return sendOnce(request, url)
      const repeat = request.method === 'GET' || request.isRepeatable ? repeatReads : repeatWrites
      try {
        return await getBreaker(url.origin).execute(() => repeat.execute(() => attempt(request, url), request.signal))
      } catch (error) {
        if (!(error instanceof BrokenCircuitError)) throw error
        const advice = `It is tried again within ${circuitPauseMs / 1000} seconds`
        throw new OutgoingError('circuit', `${url.host} failed ${maxFailures} times in a row. ${advice}.`)
      }
    },
    close: () => agent.destroy(),
  }
}

function assertNotBusy({ status, headers }: OutgoingResponse, url: URL): void {
  const waitMs = readRetryAfter(headers['retry-after'])
  if (status !== 429 && (status !== 503 || waitMs === undefined)) return
  const retryAt = new Date(Date.now() + (waitMs ?? defaultWaitMs))
  throw new OutgoingError('busy', `${url.host} accepts no more requests for now.`, { retryAt })
}

async function exchange(agent: Agent, request: OutgoingRequest, url: URL): Promise<OutgoingResponse> {
  const { method, headers = {}, body = null, maxBytes = defaultMaxBytes } = request
  const timeout = AbortSignal.timeout(request.timeoutMs ?? defaultTimeoutMs)
  const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout
  const response = await sendRequest(url, { dispatcher: agent, method, headers, body, signal })
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.length
    if (size > maxBytes) {
      const limit = `${Math.round(maxBytes / 1024 / 1024)} MB`
      throw new OutgoingError('too_large', `The response of ${url.host} has more than ${limit}.`)
    }
    chunks.push(chunk)
  }
  const single = Object.entries(response.headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : value,
  ])
  return { status: response.statusCode, headers: Object.fromEntries(single), body: Buffer.concat(chunks) }
}

function toOutgoingError(error: unknown, host: string): OutgoingError {
  const [cause] = listRootCauses(error)
  if (cause instanceof OutgoingError) return cause
  if (cause instanceof Error && (cause.name === 'TimeoutError' || cause.name === 'ConnectTimeoutError')) {
    return new OutgoingError('timeout', `${host} did not respond in time.`, { cause })
  }
  const code = findErrorCode(cause) ?? String(cause)
  return new OutgoingError('unreachable', `${host} could not be reached (${code}).`, { cause })
}
