import { LRUCache } from 'lru-cache'
import { AppError } from '#server/errors.ts'
import { log } from '#server/log.ts'
import { processWide } from '#server/process-wide.ts'
import { getRuntime } from '#server/runtime.ts'
import { findTokenByHash, type TokenRow, touchToken } from '#server/tokens/queries.ts'
import { hashToken } from '#server/tokens/token-secret.ts'

/** Milliseconds that a verified token is trusted without asking the database: a revocation takes effect within it. */
const trustFor = 3_000
/** Milliseconds by which the end of that may be taken late: the clock is not read for every request. */
const resolution = 50

const verified = processWide(
  'verified-tokens',
  () =>
    new LRUCache<string, TokenRow>({
      max: 10_000,
      ttl: trustFor - resolution,
      ttlResolution: resolution,
      // Forgetting a token must not fail the requests that are just asking for it.
      ignoreFetchAbort: true,
      fetchMethod: async (tokenHash) => {
        const { db } = getRuntime()
        const token = await findTokenByHash(db, tokenHash)
        if (token) touchToken(db, token.id, new Date()).catch((error) => log.warn({ err: error }, 'token not touched'))
        return token ?? undefined
      },
    }),
)

/** Digests of the credentials that came last: making one takes as long as all else that is done for a known token. */
const digests = new LRUCache<string, string>({ max: 256 })

function digestOf(secret: string): string {
  const known = digests.get(secret)
  if (known !== undefined) return known
  const digest = hashToken(secret)
  digests.set(secret, digest)
  return digest
}

/** The token of a `Bearer` credential. Throws `unauthenticated` when it is unknown, expired or revoked. */
export function verifyToken(secret: string, now: Date): TokenRow | Promise<TokenRow> {
  const tokenHash = digestOf(secret)
  const known = verified.get(tokenHash)
  return known ? assertValid(known, now) : verified.fetch(tokenHash).then((token) => assertValid(token, now))
}

function assertValid(token: TokenRow | undefined, now: Date): TokenRow {
  if (!token || token.revokedAt !== null) throw new AppError('unauthenticated', 'The bearer token is not valid.')
  if (token.expiresAt !== null && token.expiresAt <= now.toISOString()) {
    throw new AppError('unauthenticated', `The bearer token expired at ${token.expiresAt}.`)
  }
  return token
}

/** Forgets what is remembered of a token, so that its revocation holds in this process at once. */
export function forgetToken(tokenHash: string): void {
  verified.delete(tokenHash)
}
