import type { McpHttpHandler } from '@modelcontextprotocol/server'
import { inTurnOf } from '#server/platform/api/caller-turns.ts'
import { countRequest, limitKeyOf } from '#server/platform/api/rate-limit.ts'
import type { RouteHandler } from '#server/platform/api/route.ts'
import { identifyCaller } from '#server/platform/auth/caller.ts'
import { assertSameOrigin } from '#server/platform/auth/same-origin.ts'
import { verifyToken } from '#server/platform/auth/token-caller.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ApiRequest } from '#server/platform/http/api-request.ts'
import { exchange, type RequestState } from '#server/platform/http/exchange.ts'
import { isOverloaded, overload } from '#server/platform/http/load-shedding.ts'
import { toResponse } from '#server/platform/http/send-response.ts'
import { fromWebRequest } from '#server/platform/http/web-request.ts'
import type { Actor, Context } from '#server/platform/runtime/context.ts'
import { databaseOf, getRuntime } from '#server/platform/runtime/runtime.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'

/**
 * The handler of the address of assistants: caller, rate limit and turn as in the API, then the Model Context Protocol
 * with the handler that `handlerOf` makes for the caller.
 */
export function mcpRoute(handlerOf: (ctx: Context) => Promise<McpHttpHandler>): RouteHandler {
  const respond = (request: ApiRequest) =>
    exchange(request, { name: 'mcp', path: '/mcp' }, async (state) => {
      await admit(state)
      const { actor, now, requestId } = state
      const ctx = { db: databaseOf('api').db, actor, now, zone: getSettings().time_zone, requestId }
      // Loaded when needed: most installations have no assistant.
      const { respondMcp } = await import('./respond-mcp.ts')
      return inTurnOf(limitKeyOf(actor, request), async () => respondMcp(request, await handlerOf(ctx)))
    })
  return Object.assign(async (request: Request) => toResponse(await respond(fromWebRequest(request))), { respond })
}

/** Identifies the caller and counts the request. Throws where assistants are turned off. */
async function admit(state: RequestState): Promise<void> {
  const { request, now } = state
  if (isOverloaded()) throw overload()
  try {
    assertOwnOrigin(request)
    if (getSettings().assistants === 'off') {
      throw new AppError('not_found', 'Assistants are turned off; an admin turns them on in the settings.')
    }
    state.actor = await identifyAssistant(request, now)
  } finally {
    countRequest(limitKeyOf(state.actor, request), state.headers)
  }
}

/** A page of another origin may not use the address, whatever it knows. */
function assertOwnOrigin(request: ApiRequest): void {
  const origin = request.headers.get('origin')
  if (origin !== null && !getRuntime().env.corsOrigins.includes(origin)) assertSameOrigin(request)
}

/** The caller by bearer token; a session is not accepted. A token for `mcp` reads as a viewer. */
async function identifyAssistant({ headers }: ApiRequest, now: Date): Promise<Actor> {
  if (headers.get('authorization') === null) {
    throw new AppError('unauthenticated', 'Send a token for mcp in the Authorization header, as `Bearer <token>`.')
  }
  const actor = await identifyCaller(headers, now, verifyToken)
  if (actor.kind === 'token' && actor.system !== 'mcp') {
    throw new AppError('insufficient_scope', `The token is for ${actor.system}; this needs a token for mcp.`)
  }
  return actor.kind === 'token' ? { ...actor, role: 'viewer' } : actor
}
