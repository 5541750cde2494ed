import type { Endpoint } from '#lib/contracts/endpoint.ts'
import { errorStatus } from '#lib/contracts/error-codes.ts'
import { authorize, findSessionActor, identifyCaller } from '#server/platform/auth/caller.ts'
import { assertSameOrigin } from '#server/platform/auth/same-origin.ts'
import { verifyToken, verifyTokenWhenDegraded } from '#server/platform/auth/token-caller.ts'
import { isAppError } from '#server/platform/errors.ts'
import type { RequestState } from '#server/platform/http/exchange.ts'
import { chooseLane, createOverloadError, isOverloaded } from '#server/platform/limits/fair-queue.ts'
import { checkQuota, countRequest, getLimitKey } from '#server/platform/limits/quota.ts'

/** Identifies the caller, counts the request, and rejects a caller without access. */
export async function admit(
  endpoint: Endpoint,
  state: RequestState,
  { servesWhenDegraded }: { readonly servesWhenDegraded: boolean },
): Promise<void> {
  if (endpoint.access !== 'public' && !servesWhenDegraded && isOverloaded()) throw createOverloadError()
  const verify = servesWhenDegraded ? verifyTokenWhenDegraded : verifyToken
  try {
    if (typeof endpoint.access !== 'string')
      state.actor = await identifyCaller(state.request.headers, state.now, verify)
    else if (endpoint.readsSession) state.actor = (await findSessionActor(state.request.headers)) ?? state.actor
  } finally {
    const key = getLimitKey(state.actor, state.request)
    if (endpoint.quota === 'events') await checkQuota(key, state.headers, 'rejected-events')
    else await countRequest(key, state.headers, endpoint.quota)
  }
  authorize(endpoint, state.actor)
  if (!servesWhenDegraded && chooseLane(endpoint, state.actor) === 'pages' && isOverloaded('pages'))
    throw createOverloadError()
  // No cached response for the next person who uses the browser.
  if (state.actor.kind === 'account') state.headers['Cache-Control'] = 'no-store'
  if (endpoint.method !== 'GET' && state.actor.kind === 'account') assertSameOrigin(state.request)
}

/** Runs `work` for an event; a rejection that the sender caused counts against the quota of its IP address. */
export async function countRejection<Result>(state: RequestState, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const isRejection = isAppError(error) && errorStatus[error.code] < 500 && error.code !== 'rate_limited'
    if (isRejection) await countRequest(getLimitKey(state.actor, state.request), state.headers, 'rejected-events')
    throw error
  }
}
