import { ne } from 'drizzle-orm'
import type { Queryable } from '#server/platform/db/client.ts'
import { accounts } from '#server/schema/access.ts'
import { hasAccounts } from './is-setup-open.ts'
import { createSetupCode } from './setup-code.ts'

const demoOnly = `
  This database has only demo accounts, and nobody can sign in with one outside the demo.
    To see the demo:         npm run quickstart
    To begin with no data:   set DATABASE_URL to an empty database, or delete the folder .data, and start again
    To keep the demo data:   npm run account -- --email EMAIL --name NAME --role admin

`

/**
 * If nobody can sign in, returns the lines that say what to do: a code for the first account of a database without any,
 * which this creates, or the ways out of the demo data. Else undefined.
 */
export async function offerSetup(db: Queryable, now: Date): Promise<string | undefined> {
  if (await hasAccounts(db)) return (await hasOwnAccounts(db)) ? undefined : demoOnly
  const code = await createSetupCode(db, now)
  return `\n  Hindsight has no accounts yet. Open /setup and enter this code, valid for a day:\n\n    ${code}\n\n`
}

const hasOwnAccounts = async (db: Queryable): Promise<boolean> =>
  (await db.select({ id: accounts.id }).from(accounts).where(ne(accounts.origin, 'demo')).limit(1)).length > 0
