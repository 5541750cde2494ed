import { LRUCache } from 'lru-cache'
import { AppError } from '#server/platform/errors.ts'
import { asAppError } from '#server/platform/http/error-response.ts'
import { isOverloaded, overload } from '#server/platform/http/load-shedding.ts'
import { inTime } from '#server/platform/in-time.ts'
import { log } from '#server/platform/log/log.ts'
import { processWide } from '#server/platform/process-wide.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { findTokenByHash, type TokenRow, touchToken } from './token-queries.ts'
import { hashToken } from './token-secret.ts'

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

/** Milliseconds for which a token that was good opens what must be had while the database does not answer. */
const rememberFor = 60 * 60_000
/** Milliseconds that the database has to tell of a token before what is remembered of it counts. */
const patience = 2_000

type Remembered = { readonly token: TokenRow; readonly foundAt: Date }

const remembered = processWide('remembered-tokens', () => new LRUCache<string, Remembered>({ max: 1_000 }))

function rememberedToken(tokenHash: string, now: Date): TokenRow | undefined {
  const known = remembered.get(tokenHash)
  return known && now.getTime() - known.foundAt.getTime() < rememberFor ? known.token : undefined
}

const isAway = (error: unknown) => ['unavailable', 'upstream_timeout'].includes(asAppError(error).code)

/**
 * As `verifyToken`, for what tells how the service fares and nothing of its records: while the database does not answer
 * or has too much to do, a token that was good here within the last hour stays good until it expires. A revocation that
 * comes between holds when the database answers again, or after that hour.
 */
export async function verifyTokenInTrouble(secret: string, now: Date): Promise<TokenRow> {
  const tokenHash = digestOf(secret)
  const known = () => rememberedToken(tokenHash, now)
  if (isOverloaded()) {
    if (known()) return assertValid(known(), now)
    throw overload()
  }
  try {
    const token = await inTime(Promise.resolve(verifyToken(secret, now)), patience)
    remembered.set(tokenHash, { token, foundAt: now })
    return token
  } catch (error) {
    if (isAway(error) && known()) return assertValid(known(), now)
    if (!isAway(error)) remembered.delete(tokenHash)
    throw error
  }
}

/** Forgets what is remembered of a token, so that its revocation holds in this process at once. */
export function forgetToken(tokenHash: string): void {
  verified.delete(tokenHash)
  remembered.delete(tokenHash)
}
