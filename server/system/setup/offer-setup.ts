import type { Queryable } from '#server/platform/db/client.ts'
import { hasAccounts } from './is-setup-open.ts'
import { createSetupCode } from './setup-code.ts'

/** If the service has no account, creates a code for the first one and returns the lines to print; else undefined. */
export async function offerSetup(db: Queryable, now: Date): Promise<string | undefined> {
  if (await hasAccounts(db)) return undefined
  const code = await createSetupCode(db, now)
  return `\n  Hindsight has no accounts yet. Open /setup and enter this code, valid for a day:\n\n    ${code}\n\n`
}
