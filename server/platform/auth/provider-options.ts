import type { OAuthConfig } from 'next-auth/providers/oauth'
import { z } from 'zod'
import type { ProviderSettings } from '#server/platform/settings/provider-settings.ts'

/** The name of the provider in our URLs. */
export const providerId = 'oidc'

/** Milliseconds to wait for the provider. */
const timeoutMs = 5_000

/** Seconds that the provider's clock may be ahead of ours. */
const clockTolerance = 30

const Claims = z.looseObject({ sub: z.string().min(1), iat: z.number() })
type Claims = z.infer<typeof Claims>

/**
 * The provider for next-auth: authorization code with pkce, state and nonce. Claims come from the ID token and the
 * userinfo endpoint together, since most providers send the e-mail address in only one of them.
 */
export function buildProviderOptions({ issuer, clientId, clientSecret, name }: ProviderSettings): OAuthConfig<Claims> {
  return {
    id: providerId,
    name,
    type: 'oauth',
    wellKnown: `${issuer}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    authorization: { params: { scope: 'openid email profile' } },
    httpOptions: { timeout: timeoutMs },
    userinfo: {
      request: async ({ client, tokens }) => {
        const { metadata } = client.issuer
        if (metadata.issuer.replace(/\/$/, '') !== issuer) {
          throw new Error('The metadata of the provider name another issuer.')
        }
        const claims = readVerified(tokens.id_token, new Date())
        if (metadata.userinfo_endpoint === undefined) return claims
        const more = await client.userinfo(tokens.access_token ?? '')
        if (more.sub !== claims.sub)
          throw new Error('The userinfo of the provider is about another person than the ID token.')
        return { ...more, ...claims }
      },
    },
    profile: ({ sub }) => ({ id: sub, sessionVersion: 0 }),
  }
}

/** The verified claims of an ID token. Throws if it was issued in the future, which openid-client accepts. */
export function readVerified(idToken: string | undefined, now: Date): Claims {
  const claims = Claims.parse(JSON.parse(Buffer.from(idToken?.split('.')[1] ?? '', 'base64url').toString('utf8')))
  if (claims.iat > now.getTime() / 1000 + clockTolerance) throw new Error('The ID token was issued in the future.')
  return claims
}
