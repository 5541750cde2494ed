import type { RouteHandler } from '#server/platform/api/route.ts'
import { AppError } from '#server/platform/errors.ts'
import { type ApiRequest, fromWebRequest } from '#server/platform/http/api-request.ts'
import { exchange } from '#server/platform/http/exchange.ts'
import { toResponse } from '#server/platform/http/response.ts'
import { countRequest, getLimitKey } from '#server/platform/limits/quota.ts'
import { anonymous } from '#server/platform/runtime/context.ts'
import { findProvider, getSettings } from '#server/platform/settings/current-settings.ts'
import type { ProviderSettings } from '#server/platform/settings/provider-settings.ts'

export type ProtectedResource = {
  readonly provider: ProviderSettings
  /** The URL for which the provider issues access tokens. */
  readonly url: string
  /** The URL of the metadata. */
  readonly metadata: string
}

/** Returns the resource for which the provider issues access tokens; undefined without a provider or a public URL. */
export function findProtectedResource(): ProtectedResource | undefined {
  const { public_url: origin } = getSettings()
  const provider = findProvider()
  if (origin === null || !provider) return undefined
  return { provider, url: `${origin}/mcp`, metadata: `${origin}/.well-known/oauth-protected-resource/mcp` }
}

/** Returns the header of a 401 that names the metadata, by which a client finds the provider. */
export function buildChallenge(): Record<string, string> {
  const resource = findProtectedResource()
  return resource
    ? { 'WWW-Authenticate': `Bearer realm="hindsight", scope="read", resource_metadata="${resource.metadata}"` }
    : {}
}

/** Creates the route of the resource's metadata (RFC 9728), which are public. */
export function createMetadataRoute(): RouteHandler {
  const respond = (request: ApiRequest) =>
    exchange(request, { name: 'protectedResource', path: '/.well-known/oauth-protected-resource' }, async (state) => {
      await countRequest(getLimitKey(anonymous, request), state.headers)
      const resource = getSettings().assistants === 'off' ? undefined : findProtectedResource()
      if (!resource) throw new AppError('not_found', 'Assistants are turned off, or there is no sign-in provider.')
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        const allow = { headers: { Allow: 'GET, HEAD' } }
        throw new AppError('method_not_allowed', `This address allows GET and HEAD, not ${request.method}.`, allow)
      }
      const body = {
        resource: resource.url,
        resource_name: 'Hindsight',
        authorization_servers: [resource.provider.issuer],
        bearer_methods_supported: ['header'],
        scopes_supported: ['read', 'propose'],
      }
      const headers = { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' }
      return { status: 200, headers, body: JSON.stringify(body) }
    })
  return Object.assign(async (request: Request) => toResponse(await respond(fromWebRequest(request))), { respond })
}
