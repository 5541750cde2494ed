import { LRUCache } from 'lru-cache'
import { AppError } from '#server/platform/errors.ts'
import { asAppError } from '#server/platform/http/respond.ts'
import { inTime } from '#server/platform/in-time.ts'
import { createOverloadError, isOverloaded } from '#server/platform/limits/fair-queue.ts'
import { log } from '#server/platform/log/log.ts'
import { processWide } from '#server/platform/process/process-wide.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { findTokenByHash, hashToken, type TokenRow, touchToken } from './token-queries.ts'

/** Milliseconds that a verified token is cached: a revocation takes effect within this time. */
const trustedMs = 3_000
/** Milliseconds by which this time may be exceeded, since the clock is not read for every request. */
const clockResolutionMs = 50

const verified = () =>
  processWide(
    'verified-tokens',
    () =>
      new LRUCache<string, TokenRow>({
        max: 10_000,
        ttl: trustedMs - clockResolutionMs,
        ttlResolution: clockResolutionMs,
        // Removing a token from the cache must not fail requests that are reading it.
        ignoreFetchAbort: true,
        fetchMethod: async (tokenHash) => {
          const { db } = getRuntime()
          const token = await findTokenByHash(db, tokenHash)
          if (token) {
            touchToken(db, token.id, new Date()).catch((error) => log.warn({ err: error }, 'token not touched'))
          }
          return token ?? undefined
        },
      }),
  )

/** Digests of recent credentials: computing one takes as long as all other work for a cached token. */
const digests = new LRUCache<string, string>({ max: 256 })

function digestSecret(secret: string): string {
  const cachedDigest = digests.get(secret)
  if (cachedDigest !== undefined) return cachedDigest
  const digest = hashToken(secret)
  digests.set(secret, digest)
  return digest
}

/** The token of a `Bearer` credential. Throws `unauthenticated` if it is unknown, expired or revoked. */
export function verifyToken(secret: string, now: Date): TokenRow | Promise<TokenRow> {
  const tokenHash = digestSecret(secret)
  const cache = verified()
  const cached = cache.get(tokenHash)
  return cached ? assertValid(cached, now) : cache.fetch(tokenHash).then((token) => assertValid(token, now))
}

function assertValid(token: TokenRow | undefined, now: Date): TokenRow {
  if (!token || token.revokedAt !== null) throw new AppError('unauthenticated', 'The bearer token is not valid.')
  if (token.expiresAt !== null && token.expiresAt <= now.toISOString()) {
    throw new AppError('unauthenticated', `The bearer token expired at ${token.expiresAt}.`)
  }
  return token
}

/** Milliseconds for which `verifyTokenWhenDegraded` accepts a token while the database does not respond. */
const rememberedMs = 60 * 60_000
/** Milliseconds to wait for the database before the remembered token is used. */
const timeoutMs = 2_000

type RememberedToken = { readonly token: TokenRow; readonly foundAt: Date }

const remembered = () => processWide('remembered-tokens', () => new LRUCache<string, RememberedToken>({ max: 1_000 }))

function rememberedToken(tokenHash: string, now: Date): TokenRow | undefined {
  const cached = remembered().get(tokenHash)
  return cached && now.getTime() - cached.foundAt.getTime() < rememberedMs ? cached.token : undefined
}

const isAway = (error: unknown) => ['unavailable', 'upstream_timeout'].includes(asAppError(error).code)

/**
 * Like `verifyToken`, for endpoints that report the state of the service and no records: while the database does not
 * respond or is overloaded, a token that was valid here within the last hour is accepted until it expires. A revocation
 * in between takes effect when the database responds again, or after that hour.
 */
export async function verifyTokenWhenDegraded(secret: string, now: Date): Promise<TokenRow> {
  const tokenHash = digestSecret(secret)
  const readRemembered = () => rememberedToken(tokenHash, now)
  if (isOverloaded()) {
    if (readRemembered()) return assertValid(readRemembered(), now)
    throw createOverloadError()
  }
  try {
    const token = await inTime(Promise.resolve(verifyToken(secret, now)), timeoutMs)
    remembered().set(tokenHash, { token, foundAt: now })
    return token
  } catch (error) {
    if (isAway(error) && readRemembered()) return assertValid(readRemembered(), now)
    if (!isAway(error)) remembered().delete(tokenHash)
    throw error
  }
}

/** Removes a token from the caches, so that its revocation takes effect in this process at once. */
export function forgetToken(tokenHash: string): void {
  verified().delete(tokenHash)
  remembered().delete(tokenHash)
}
