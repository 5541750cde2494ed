import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { gt, lte, ne } from 'drizzle-orm'
import type { Queryable } from '#server/platform/db/client.ts'
import { accounts } from '#server/schema/access.ts'
import { setupCodes } from '#server/schema/settings.ts'
import { hasAccounts } from './is-setup-open.ts'

const demoOnly = `
  This database has only demo accounts, and nobody can sign in with one outside the demo.
    To see the demo:         npm run quickstart
    To begin with no data:   set DATABASE_URL to an empty database, or delete the folder .data, and start again
    To keep the demo data:   npm run account -- --email EMAIL --name NAME --role admin

`

/** The lines that say what to do if nobody can sign in: a new setup code, or the ways out of the demo data. */
export async function offerSetup(db: Queryable, now: Date): Promise<string | undefined> {
  if (await hasAccounts(db)) return (await hasOwnAccounts(db)) ? undefined : demoOnly
  const code = await createSetupCode(db, now)
  return `\n  Hindsight has no accounts yet. Open /setup and enter this code, valid for a day:\n\n    ${code}\n\n`
}

const hasOwnAccounts = async (db: Queryable): Promise<boolean> =>
  (await db.select({ id: accounts.id }).from(accounts).where(ne(accounts.origin, 'demo')).limit(1)).length > 0

/** Milliseconds for which a code is valid; a restart prints a new one. */
const validMs = 24 * 60 * 60 * 1000

/** Characters of a code, without those that look alike; 16 of them are 78 bits. */
const alphabet = 'ABCDEFGHJKMNPQRTUVWXYZ2346789'

const hashCode = (code: string) =>
  createHash('sha256')
    .update(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))
    .digest('hex')

/** Creates and stores a code for adding the first account. Only its hash is stored. */
export async function createSetupCode(db: Queryable, now: Date): Promise<string> {
  const characters = Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)])
  const code = characters.join('').replace(/.{4}(?=.)/g, '$&-')
  const expiresAt = new Date(now.getTime() + validMs).toISOString()
  await db.delete(setupCodes).where(lte(setupCodes.expiresAt, now.toISOString()))
  await db.insert(setupCodes).values({ codeHash: hashCode(code), expiresAt })
  return code
}

/** Returns true if a process printed this code less than a day ago; ignores case and separators. */
export async function isSetupCode(db: Queryable, code: string, now: Date): Promise<boolean> {
  const rows = await db.select().from(setupCodes).where(gt(setupCodes.expiresAt, now.toISOString()))
  const hash = Buffer.from(hashCode(code))
  // Compares with each code in constant time, so that the duration reveals nothing.
  return rows.filter(({ codeHash }) => timingSafeEqual(Buffer.from(codeHash), hash)).length > 0
}

export const deleteSetupCodes = (db: Queryable) => db.delete(setupCodes)
