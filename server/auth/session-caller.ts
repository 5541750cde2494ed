import { LRUCache } from 'lru-cache'
import { type AccountRow, findAccount } from '#server/accounts/queries.ts'
import { processWide } from '#server/process-wide.ts'
import { getRuntime } from '#server/runtime.ts'
import { readSession } from './session-token.ts'

/** Milliseconds that an account is trusted without asking the database: disabling it takes effect within it. */
const trustFor = 2_000

const known = processWide(
  'known-accounts',
  () =>
    new LRUCache<string, AccountRow>({
      max: 10_000,
      ttl: trustFor,
      // Forgetting an account must not fail the requests that are just asking for it.
      ignoreFetchAbort: true,
      fetchMethod: async (id) => (await findAccount(getRuntime().db, id)) ?? undefined,
    }),
)

/** The account of a request's session cookie; null without one, or when the session was ended or the account disabled. */
export async function findSessionAccount(headers: Headers): Promise<AccountRow | null> {
  const session = await readSession(headers)
  if (!session) return null
  const account = await known.fetch(session.accountId)
  return account && !account.isDisabled && account.sessionVersion === session.sessionVersion ? account : null
}

/** Forgets what is remembered of an account, so that a change to it holds in this process at once. */
export function forgetAccount(id: string): void {
  known.delete(id)
}
