import type { Queryable } from '#server/platform/db/client.ts'
import { processWideFor } from '#server/platform/process/process-wide.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { accounts } from '#server/schema/access.ts'

/** Caches that there is an account: accounts are never deleted, so the database is not read again. */
const getMemory = () => processWideFor('setup', getRuntime().pool, () => ({ hasAccounts: false }))

export const hasAccounts = async (db: Queryable): Promise<boolean> =>
  (await db.select({ id: accounts.id }).from(accounts).limit(1)).length > 0

/**
 * Returns true if the first account must be added: there is none, and people may sign in with a password. A database
 * that does not respond counts as one with accounts, so that the sign-in page can show the fault.
 */
export async function isSetupOpen(): Promise<boolean> {
  const { db, env } = getRuntime()
  const remembered = getMemory()
  if (remembered.hasAccounts || !env.arePasswordsOn) return false
  const hasAny = await hasAccounts(db).catch(() => null)
  remembered.hasAccounts = hasAny === true
  return hasAny === false
}
