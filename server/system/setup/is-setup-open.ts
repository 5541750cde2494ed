import { eq } from 'drizzle-orm'
import type { Queryable } from '#server/platform/db/client.ts'
import { processWideFor } from '#server/platform/process/process-wide.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { accounts } from '#server/schema/access.ts'

/** Caches that there is an account: accounts are never deleted, so the database is not read again. */
const getMemory = () => processWideFor('setup', getRuntime().pool, () => ({ hasAccounts: false }))

export const hasAccounts = async (db: Queryable): Promise<boolean> =>
  (await db.select({ id: accounts.id }).from(accounts).limit(1)).length > 0

/** True if the first account must be added. A database that does not respond counts as one with accounts. */
export async function isSetupOpen(): Promise<boolean> {
  const { db, env } = getRuntime()
  const remembered = getMemory()
  if (remembered.hasAccounts || !env.arePasswordsOn) return false
  const hasAny = await hasAccounts(db).catch(() => null)
  remembered.hasAccounts = hasAny === true
  return hasAny === false
}

/** Quickstart can start without the demo accounts. False while the database does not respond. */
export async function hasDemoAccounts(): Promise<boolean> {
  const { db } = getRuntime()
  const demo = db.select({ id: accounts.id }).from(accounts).where(eq(accounts.origin, 'demo')).limit(1)
  return (await demo.catch(() => [])).length > 0
}
