import { getTableName } from 'drizzle-orm'
import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '#server/platform/errors.ts'
import { countRefusal } from '#server/platform/metrics/metrics.ts'
import { processWide } from '#server/platform/process-wide.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { signInAttempts } from '#server/schema/limits.ts'

/** Seconds over which failed attempts are counted. */
const window = 15 * 60

/**
 * How many times the limit of one account from one address an account may fail from all addresses together, and an
 * address with all accounts together: a person who mistypes is stopped first, and alone locks nobody else out.
 */
const allowance = 5

/** Requests of a sign-in with the provider that count: its beginning and its end. */
const stepsWithProvider = 2

type Kind = 'address' | 'pair' | 'account' | 'provider'

/** Counted in the database, for all processes together; in the memory of each while the database is away. */
const limiters = (): Readonly<Record<Kind, RateLimiterPostgres>> =>
  processWide('sign-in-limiters', () => {
    const { env, pool } = getRuntime()
    const limiter = (keyPrefix: Kind, share: number) => {
      const limit = { keyPrefix, points: env.signInLimit * share, duration: window }
      return new RateLimiterPostgres({
        ...limit,
        storeClient: pool,
        storeType: 'pool',
        tableName: getTableName(signInAttempts),
        tableCreated: true,
        clearExpiredByTimeout: true,
        insuranceLimiter: new RateLimiterMemory(limit),
      })
    }
    return {
      address: limiter('address', allowance),
      pair: limiter('pair', 1),
      account: limiter('account', allowance),
      provider: limiter('provider', allowance * stepsWithProvider),
    }
  })

/** What an attempt counts against: the widest first, and no further once one of them refuses. */
const keysOf = (email: string, address: string): [Kind, string][] => [
  ['address', address],
  ['pair', `${email}|${address}`],
  ['account', email],
]

/**
 * Counts a sign-in attempt before its password is looked at. Throws `TooManyAttempts:<seconds>` when too many failed
 * with this account from this address, with this account from anywhere, or from this address with any account.
 */
export async function countSignIn(email: string, address: string): Promise<void> {
  for (const [kind, key] of keysOf(email, address)) {
    const seconds = await count(kind, key)
    if (seconds !== null) throw new Error(`TooManyAttempts:${seconds}`)
  }
}

/** Counts the beginning or the end of a sign-in with the provider. Seconds to wait when too many failed, else null. */
export const countProviderStep = (address: string): Promise<number | null> => count('provider', address)

/** Takes back what a sign-in with the provider counted that got the person in. */
export async function forgiveProviderSignIn(address: string): Promise<void> {
  await limiters().provider.reward(address, stepsWithProvider)
}

async function count(kind: Kind, key: string): Promise<number | null> {
  try {
    await limiters()[kind].consume(key)
    return null
  } catch (refused) {
    if (refused instanceof Error) throw refused
    countRefusal('sign_in_limit')
    return Math.max(1, Math.ceil((refused as RateLimiterRes).msBeforeNext / 1000))
  }
}

/** Where a person who is signed in tells their own password: no address, and none of theirs is spent by it. */
const ownKey = (email: string) => `${email}|own`

/** Counts an attempt of a signed-in person at their own password. Throws `rate_limited` when too many failed. */
export async function countOwnGuess(email: string): Promise<void> {
  const seconds = await count('pair', ownKey(email))
  if (seconds === null) return
  throw new AppError('rate_limited', `Too many passwords did not fit; try again in ${seconds} s.`, {
    headers: { 'Retry-After': String(seconds) },
  })
}

/** Forgets the failed ones once the password fits. */
export async function forgiveOwnGuesses(email: string): Promise<void> {
  await limiters().pair.delete(ownKey(email))
}

/**
 * Takes back what a successful attempt counted. The failures before it are forgotten only for the account and address
 * together: an attacker's own account must not give an address new attempts at others.
 */
export async function forgiveSignIn(email: string, address: string): Promise<void> {
  for (const [kind, key] of keysOf(email, address)) {
    if (kind === 'pair') await limiters().pair.delete(key)
    else await limiters()[kind].reward(key)
  }
}
