import type { OAuthConfig } from 'next-auth/providers/oauth'
import { z } from 'zod'
import type { ProviderSettings } from '#server/platform/provider-settings.ts'

/** The name of the provider in our addresses. */
export const providerId = 'oidc'

/** Milliseconds that the provider may be silent before the sign-in is given up. */
const patience = 5_000

/** Seconds that the provider's clock may be ahead of ours. */
const clockTolerance = 30

const Claims = z.looseObject({ sub: z.string().min(1), iat: z.number() })
type Claims = z.infer<typeof Claims>

/**
 * The provider for next-auth: authorization code with pkce, state and nonce. Its claims are those of the ID token and of
 * the userinfo endpoint together, since most give the address of a person in one of them only.
 */
export function providerOptions({ issuer, clientId, clientSecret, name }: ProviderSettings): OAuthConfig<Claims> {
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
    httpOptions: { timeout: patience },
    userinfo: {
      request: async ({ client, tokens }) => {
        const { metadata } = client.issuer
        if (metadata.issuer.replace(/\/$/, '') !== issuer) {
          throw new Error('The provider names itself by another issuer.')
        }
        const claims = readVerified(tokens.id_token, new Date())
        if (metadata.userinfo_endpoint === undefined) return claims
        const told = await client.userinfo(tokens.access_token ?? '')
        if (told.sub !== claims.sub) throw new Error('The provider tells of another person than it signed in.')
        return { ...told, ...claims }
      },
    },
    profile: ({ sub }) => ({ id: sub, sessionVersion: 0 }),
  }
}

/**
 * The claims of an ID token whose signature, issuer, audience, nonce and end openid-client has verified. Throws when it
 * was issued ahead of our time, which openid-client lets pass.
 */
export function readVerified(idToken: string | undefined, now: Date): Claims {
  const claims = Claims.parse(JSON.parse(Buffer.from(idToken?.split('.')[1] ?? '', 'base64url').toString('utf8')))
  if (claims.iat > now.getTime() / 1000 + clockTolerance) throw new Error('The ID token was issued ahead of our time.')
  return claims
}
