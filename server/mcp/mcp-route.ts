import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { McpHttpHandler } from '@modelcontextprotocol/server'
import type { RouteHandler } from '#server/platform/api/route.ts'
import { readBearer, toPersonActor } from '#server/platform/auth/caller.ts'
import { verifyProviderToken } from '#server/platform/auth/provider-token.ts'
import { assertSameOrigin } from '#server/platform/auth/same-origin.ts'
import { verifyToken } from '#server/platform/auth/token-caller.ts'
import type { TokenRow } from '#server/platform/auth/token-queries.ts'
import { AppError, isAppError } from '#server/platform/errors.ts'
import { type ApiRequest, fromWebRequest, getServiceOrigin } from '#server/platform/http/api-request.ts'
import { exchange, type RequestState } from '#server/platform/http/exchange.ts'
import { assertDepth, readBytes } from '#server/platform/http/read-body.ts'
import { toResponse } from '#server/platform/http/response.ts'
import { createOverloadError, isOverloaded, runInTurn } from '#server/platform/limits/fair-queue.ts'
import { countRequest, getLimitKey } from '#server/platform/limits/quota.ts'
import type { Actor, Context } from '#server/platform/runtime/context.ts'
import { getDatabase } from '#server/platform/runtime/runtime.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'
import { buildChallenge, findProtectedResource, type ProtectedResource } from './protected-resource.ts'

/**
 * Creates the route for assistants: caller, rate limit and turn as in the API, then the Model Context Protocol with the
 * handler that `createHandler` returns for the caller.
 */
export function createMcpRoute(
  createHandler: (ctx: Context, mayPropose: boolean) => Promise<McpHttpHandler>,
): RouteHandler {
  const respond = (request: ApiRequest) =>
    exchange(request, { name: 'mcp', path: '/mcp' }, async (state) => {
      const { mayPropose } = await admit(state)
      const { actor, now, requestId } = state
      const body = request.method === 'POST' ? await readMessage(request) : null
      const ctx = { db: getDatabase('api').db, actor, now, zone: getSettings().time_zone, requestId }
      return runInTurn(getLimitKey(actor, request), async () =>
        respondMcp(request, body, await createHandler(ctx, mayPropose)),
      )
    })
  return Object.assign(async (request: Request) => toResponse(await respond(fromWebRequest(request))), { respond })
}

type AssistantCaller = { readonly actor: Actor; readonly mayPropose: boolean }

/** Identifies the caller and counts the request. Throws `not_found` if assistants are turned off. */
async function admit(state: RequestState): Promise<AssistantCaller> {
  const { request, now } = state
  if (isOverloaded()) throw createOverloadError()
  try {
    // A page of another origin is refused, whatever its credentials.
    if (request.headers.get('origin') !== null) assertSameOrigin(request)
    const { assistants } = getSettings()
    if (assistants === 'off') {
      throw new AppError('not_found', 'Assistants are turned off; an admin turns them on in the settings.')
    }
    const caller = await identify(request, now)
    state.actor = caller.actor
    return { ...caller, mayPropose: caller.mayPropose && assistants === 'propose' }
  } finally {
    await countRequest(getLimitKey(state.actor, request), state.headers)
  }
}

/**
 * Reads the body of a request, which must be one message, as a batch would take many turns in one. Throws
 * `invalid_request`, also for a message whose arguments are nested more deeply than the API allows.
 */
async function readMessage(request: ApiRequest): Promise<Uint8Array> {
  const bytes = await readBytes(request)
  const text = Buffer.from(bytes).toString('latin1')
  assertDepth(text)
  const [first] = text.trimStart()
  if (first === '[') throw new AppError('invalid_request', 'Send one message in a request, not an array of them.')
  return bytes
}

/** Identifies the caller by a bearer token, ours or one of the provider; sessions are not accepted. */
async function identify({ headers }: ApiRequest, now: Date): Promise<AssistantCaller> {
  try {
    const token = readBearer(headers)
    const resource = findProtectedResource()
    const isOfProvider = resource !== undefined && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)
    return isOfProvider ? await authenticatePerson(token, resource) : toTokenCaller(await verifyToken(token, now))
  } catch (error) {
    if (!isAppError(error) || error.code !== 'unauthenticated') throw error
    throw new AppError('unauthenticated', error.message, { headers: buildChallenge() })
  }
}

/** Returns the caller of a token for `mcp`, which reads as a viewer. */
function toTokenCaller({ id, name, system, scope }: TokenRow): AssistantCaller {
  if (system !== 'mcp') {
    throw new AppError('insufficient_scope', `The token is for ${system}; this needs a token for mcp.`)
  }
  return { actor: { kind: 'token', id, name, system, scope, role: 'viewer' }, mayPropose: scope === 'propose' }
}

/** Returns the person to whom the provider issued an access token for this resource. */
async function authenticatePerson(token: string, { provider, url }: ProtectedResource): Promise<AssistantCaller> {
  const { account, scopes } = await verifyProviderToken(getDatabase('api').db, token, provider, url)
  const mayPropose = scopes.includes('propose')
  if (!mayPropose && !scopes.includes('read')) {
    throw new AppError('insufficient_scope', 'The access token needs the scope read or propose.')
  }
  return { actor: toPersonActor(account), mayPropose }
}

/** The headers that the protocol reads. */
const ofProtocol = /^(?:accept|content-type|mcp-.+)$/

/** Before this version, every answer is a stream; from it on, only one in parts. */
const currentVersion = '2026-07-28'

/** Answers a request of the Model Context Protocol. An answer of our tools is complete before the promise resolves. */
async function respondMcp(request: ApiRequest, body: Uint8Array | null, handler: McpHttpHandler) {
  const { method, target, headers, left } = request
  const response = await handler.fetch(
    new Request(`${getServiceOrigin(headers)}${target.pathname}`, {
      method,
      headers: request
        .headerNames()
        .filter((name) => ofProtocol.test(name))
        .map((name): [string, string] => [name, headers.get(name) ?? '']),
      body: body && Buffer.from(body),
      signal: left,
    }),
  )
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  const hasParts = isStream && headers.get('mcp-protocol-version') === currentVersion
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: hasParts && response.body ? Readable.fromWeb(response.body as ReadableStream) : await response.text(),
  }
}
