import type { Queryable } from '#server/platform/db/client.ts'
import { processWideFor } from '#server/platform/process-wide.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { accounts } from '#server/schema/access.ts'

/** Accounts are never deleted, so once there is one, the database is not read again. */
const memory = () => processWideFor('setup', getRuntime().pool, () => ({ hasAccounts: false }))

export const hasAccounts = async (db: Queryable): Promise<boolean> =>
  (await db.select({ id: accounts.id }).from(accounts).limit(1)).length > 0

/**
 * Whether the first account is still to be added: there is none, and people may sign in with a password. A database that
 * does not answer is taken for one with accounts, so that the sign-in page can say what is wrong.
 */
export async function isSetupOpen(): Promise<boolean> {
  const { db, env } = getRuntime()
  const remembered = memory()
  if (remembered.hasAccounts || !env.arePasswordsOn) return false
  const hasAny = await hasAccounts(db).catch(() => null)
  remembered.hasAccounts = hasAny === true
  return hasAny === false
}
