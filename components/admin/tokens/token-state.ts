import type { TokenState } from '#lib/contracts/app/account-values.ts'
import type { ApiToken } from '#lib/contracts/app/api-tokens.ts'

/** Returns the state of a token at `now`, in milliseconds. */
export function getTokenState({ expires_at, revoked_at }: ApiToken, now: number): TokenState {
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && Date.parse(expires_at) <= now ? 'expired' : 'active'
}
