import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Queryable } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors.ts'
import { log } from '#server/platform/log/log.ts'
import { processWide } from '#server/platform/process/process-wide.ts'
import type { ProviderSettings } from '#server/platform/settings/provider-settings.ts'
import type { AccountRow } from './account-queries.ts'
import { findAccountByIdentity } from './sign-in-with-provider.ts'

/** Milliseconds to wait for the provider. */
const timeoutMs = 5_000
/** Milliseconds for which the metadata of the provider are used again. */
const metadataMs = 10 * 60_000
/** Seconds by which the clocks of the provider and ours may differ. */
const clockTolerance = 30
/** Signature algorithms with a key pair: the client secret does not suffice to forge one. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

const Claims = z.looseObject({
  sub: z.string().min(1),
  scope: z.string().optional(),
  scp: z.union([z.string(), z.array(z.string())]).optional(),
})

/** The published keys of each provider; jose reads them again when a token names one that it does not know. */
const publishedKeys = () =>
  processWide('provider-keys', () => new LRUCache({ max: 8, ttl: metadataMs, fetchMethod: findKeys }))

async function findKeys(issuer: string) {
  const [{ Issuer, custom }, { createRemoteJWKSet }] = await Promise.all([import('openid-client'), import('jose')])
  Issuer[custom.http_options] = () => ({ timeout: timeoutMs })
  const { metadata } = await Issuer.discover(`${issuer}/.well-known/openid-configuration`)
  if (metadata.issuer.replace(/\/$/, '') !== issuer || metadata.jwks_uri === undefined) {
    throw new Error('The metadata of the provider name another issuer or no keys.')
  }
  return {
    named: metadata.issuer,
    keys: createRemoteJWKSet(new URL(metadata.jwks_uri), { timeoutDuration: timeoutMs }),
  }
}

/**
 * The account and the scopes of an access token that the provider issued for `audience`, a URL of this service. Throws
 * `unauthenticated` if the token is invalid or its person has no enabled account, and `unavailable` if the provider's
 * keys cannot be read.
 */
export async function verifyProviderToken(
  db: Queryable,
  token: string,
  { issuer }: ProviderSettings,
  audience: string,
): Promise<{ account: AccountRow; scopes: readonly string[] }> {
  const claims = await readClaims(token, issuer, audience)
  const account = await findAccountByIdentity(db, { issuer, subject: claims.sub })
  if (!account || account.isDisabled) {
    throw new AppError('unauthenticated', 'The person of the access token has no account; sign in once in the browser.')
  }
  return { account, scopes: [claims.scope ?? claims.scp ?? []].flat().flatMap((scope) => scope.split(' ')) }
}

async function readClaims(token: string, issuer: string, audience: string) {
  const { jwtVerify } = await import('jose')
  try {
    const keys = await publishedKeys().fetch(issuer)
    if (!keys) throw new Error('The keys of the provider are not known.')
    const { payload } = await jwtVerify(token, keys.keys, {
      issuer: keys.named,
      audience,
      algorithms,
      clockTolerance,
      requiredClaims: ['exp', 'sub'],
    })
    return Claims.parse(payload)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const isInvalid = /^ERR_(?:JW[ST]_|JWKS_NO_MATCHING|JOSE_ALG)/.test(code) || error instanceof z.ZodError
    if (isInvalid) throw new AppError('unauthenticated', `The access token is not valid: ${(error as Error).message}.`)
    log.warn({ err: error, issuer }, 'the keys of the provider cannot be read')
    throw new AppError('unavailable', 'The keys of the sign-in provider cannot be read; retry shortly.')
  }
}
