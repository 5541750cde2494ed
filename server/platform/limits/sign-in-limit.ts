import { getTableName } from 'drizzle-orm'
import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '#server/platform/errors.ts'
import { countRefusal } from '#server/platform/metrics/metrics.ts'
import { processWide } from '#server/platform/process/process-wide.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { callerCounts } from '#server/schema/limits.ts'

/** Seconds over which failed attempts are counted. */
const window = 15 * 60

/**
 * Factor from the limit of one account at one IP address to the limits of an account at all IP addresses, and of an IP
 * address with all accounts: a person who mistypes reaches the smallest limit first, and alone locks nobody else out.
 */
const allowance = 5

/** Counted requests of a sign-in with the provider: its start and its end. */
const stepsWithProvider = 2

/** Maximum links for a new password that one e-mail address gets in the same time. */
const maxResets = 3

type LimitKind = 'address' | 'pair' | 'account' | 'provider' | 'reset' | 'setup'

/** Counters in the database, for all processes; in the memory of each while the database is unreachable. */
const limiters = (): Readonly<Record<LimitKind, RateLimiterPostgres>> =>
  processWide('sign-in-limiters', () => {
    const { env, pool } = getRuntime()
    const limiter = (keyPrefix: LimitKind, points: number) => {
      const limit = { keyPrefix, points, duration: window }
      return new RateLimiterPostgres({
        ...limit,
        storeClient: pool,
        storeType: 'pool',
        tableName: getTableName(callerCounts),
        tableCreated: true,
        clearExpiredByTimeout: true,
        insuranceLimiter: new RateLimiterMemory(limit),
      })
    }
    return {
      address: limiter('address', env.signInLimit * allowance),
      pair: limiter('pair', env.signInLimit),
      account: limiter('account', env.signInLimit * allowance),
      provider: limiter('provider', env.signInLimit * allowance * stepsWithProvider),
      reset: limiter('reset', maxResets),
      setup: limiter('setup', env.signInLimit),
    }
  })

/** The keys that an attempt is counted under, the widest first; counting stops at the first that rejects. */
const listKeys = (email: string, ipAddress: string): [LimitKind, string][] => [
  ['address', ipAddress],
  ['pair', `${email}|${ipAddress}`],
  ['account', email],
]

/**
 * Counts a sign-in attempt before its password is checked. Throws `TooManyAttempts:<seconds>` after too many failures
 * of this account from this IP address, of this account from anywhere, or from this IP address with any account.
 */
export async function countSignIn(email: string, ipAddress: string): Promise<void> {
  for (const [kind, key] of listKeys(email, ipAddress)) {
    const seconds = await count(kind, key)
    if (seconds !== null) throw new Error(`TooManyAttempts:${seconds}`)
  }
}

/**
 * Counts the start or the end of a sign-in with the provider. Returns the seconds to wait after too many failures, else
 * null.
 */
export const countProviderStep = (ipAddress: string): Promise<number | null> => count('provider', ipAddress)

/** Counts a request for a new password; false for one too many of this e-mail address. */
export const mayRequestReset = async (email: string): Promise<boolean> => (await count('reset', email)) === null

/** Counts an attempt to enter the setup code. Throws `rate_limited` after too many from an IP address. */
export async function countSetupTry(ipAddress: string): Promise<void> {
  const seconds = await count('setup', ipAddress)
  if (seconds !== null) throw tooMany('codes', seconds)
}

const tooMany = (what: string, seconds: number) =>
  new AppError('rate_limited', `Too many wrong ${what}; retry in ${seconds} s.`, {
    headers: { 'Retry-After': String(seconds) },
  })

/** Takes back the counts of a successful sign-in with the provider. */
export async function clearProviderFailures(ipAddress: string): Promise<void> {
  await limiters().provider.reward(ipAddress, stepsWithProvider)
}

async function count(kind: LimitKind, key: string): Promise<number | null> {
  try {
    await limiters()[kind].consume(key)
    return null
  } catch (rejection) {
    if (rejection instanceof Error) throw rejection
    countRefusal('sign_in_limit')
    return Math.max(1, Math.ceil((rejection as RateLimiterRes).msBeforeNext / 1000))
  }
}

/**
 * The key for attempts of a signed-in person at their own password, separate from sign-in attempts and IP addresses.
 */
const ownKey = (email: string) => `${email}|own`

/** Counts an attempt of a signed-in person at their own password. Throws `rate_limited` after too many failures. */
export async function countOwnAttempt(email: string): Promise<void> {
  const seconds = await count('pair', ownKey(email))
  if (seconds !== null) throw tooMany('passwords', seconds)
}

/** Clears the failures after the correct password. */
export async function clearOwnFailures(email: string): Promise<void> {
  await limiters().pair.delete(ownKey(email))
}

/**
 * Takes back the counts of a successful attempt. Earlier failures are cleared only for the pair of account and IP
 * address: an attacker's own account must not give an IP address new attempts at others.
 */
export async function clearSignInFailures(email: string, ipAddress: string): Promise<void> {
  for (const [kind, key] of listKeys(email, ipAddress)) {
    if (kind === 'pair') await limiters().pair.delete(key)
    else await limiters()[kind].reward(key)
  }
}
