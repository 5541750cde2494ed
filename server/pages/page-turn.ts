import type { ServerResponse } from 'node:http'
import { readSession } from '#server/platform/auth/session-token.ts'
import { AppError } from '#server/platform/errors.ts'
import { type ApiRequest, getClientIpAddress } from '#server/platform/http/api-request.ts'
import type { ResponseHeaders } from '#server/platform/http/response.ts'
import { FairQueue, type QueueLimits } from '#server/platform/limits/fair-queue.ts'
import { countRequest } from '#server/platform/limits/quota.ts'

/** Milliseconds after which a page no longer blocks others: it waits for the database, or for its reader. */
const longestTurnMs = 1_000
/** Maximum pause of a caller after a page, in milliseconds; a pause is as long as the page took. */
const longestRestMs = 250
/** If more pages are waiting than a person opens at once, their caller pauses for longer by this factor. */
const crowd = { waiting: 3, restFactor: 3 }
/** Milliseconds until an excess page is rejected, so that a caller who ignores the limit takes little of the thread. */
const rejectedAfterMs = 1_000
/** Maximum milliseconds until a page begins to respond; less than the service allows a silent connection. */
const longestPageMs = 30_000

const limits: Omit<QueueLimits, 'atOnce'> = {
  perCaller: 1,
  waiting: 50,
  pauseAfter: ({ durationMs, waiting }) =>
    Math.min(durationMs, longestRestMs) * (waiting > crowd.waiting ? crowd.restFactor : 1),
}

/** Checking a password takes a processor for some ten milliseconds, so few sign-ins run at once. */
const queues = {
  pages: new FairQueue({ ...limits, atOnce: 4 }),
  'sign-in': new FairQueue({ ...limits, atOnce: 2 }),
}

/**
 * Renders a page, or lets the sign-in library respond, in the turn of the caller: the session, or the IP address of a
 * visitor who is signed out. Between two pages of one caller the thread is free for as long as a page took, so that
 * others wait for one page at most. Throws `rate_limited` for a caller with too many pages per minute, `unavailable`
 * while too many of its pages are waiting, and `upstream_timeout` if the page does not begin in time.
 */
export async function inPageTurn(
  request: ApiRequest,
  response: ServerResponse,
  render: () => Promise<void>,
  { kind = 'pages', milliseconds = longestPageMs }: { kind?: keyof typeof queues; milliseconds?: number } = {},
): Promise<void> {
  const caller = kind === 'sign-in' ? nameAddress(request) : await identifyCaller(request)
  const left = new AbortController()
  response.once('close', () => left.abort())
  const late = AbortSignal.timeout(milliseconds)
  const end = await takeTurn(kind, caller, AbortSignal.any([left.signal, late]))
  if (end === undefined) {
    if (left.signal.aborted) return
    throw createTimeout()
  }
  response.once('close', end)
  setTimeout(end, longestTurnMs).unref()
  try {
    await Promise.race([render(), rejectWhenLate(response, late)])
  } finally {
    end()
  }
}

async function takeTurn(kind: keyof typeof queues, caller: string, signal: AbortSignal) {
  const headers: ResponseHeaders = {}
  try {
    await countRequest(caller, headers, kind)
    return await queues[kind].take(caller, { signal })
  } catch (error) {
    await new Promise((done) => setTimeout(done, rejectedAfterMs))
    throw error
  }
}

/** Identifies the caller without the database; an ended session counts as one caller too. */
async function identifyCaller(request: ApiRequest): Promise<string> {
  const session = await readSession(request.headers).catch(() => null)
  return session ? `session:${session.sessionId}` : nameAddress(request)
}

/** One IP address has one quota to sign in, however many sessions it has. */
const nameAddress = (request: ApiRequest) => `address:${getClientIpAddress(request)}`

/** Rejects if the response has not begun when `late` aborts. */
function rejectWhenLate(response: ServerResponse, late: AbortSignal): Promise<never> {
  return new Promise((_, fail) => {
    late.addEventListener('abort', () => {
      if (!response.headersSent) fail(createTimeout())
    })
  })
}

const createTimeout = () => new AppError('upstream_timeout', 'The page took too long; retry shortly.')
