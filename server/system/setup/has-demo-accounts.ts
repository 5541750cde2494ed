import { eq } from 'drizzle-orm'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { accounts } from '#server/schema/access.ts'

/**
 * Returns true if the demo accounts exist, as quickstart can start without them. False while the database does not
 * respond.
 */
export async function hasDemoAccounts(): Promise<boolean> {
  const { db } = getRuntime()
  const demoAccounts = db.select({ id: accounts.id }).from(accounts).where(eq(accounts.origin, 'demo')).limit(1)
  return demoAccounts.then(
    (rows) => rows.length > 0,
    () => false,
  )
}
