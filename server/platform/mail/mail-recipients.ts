import { inArray } from 'drizzle-orm'
import type { Queryable } from '#server/platform/db/client.ts'
import { accounts } from '#server/schema/access.ts'
import { users } from '#server/schema/directory.ts'
import { mailPreferences } from '#server/schema/notifications.ts'
import type { MailRow } from './claim-mails.ts'

/**
 * Why a mail must not go to its recipient; null when it may. Mail goes to people with an account that is not disabled,
 * and to others of the directory, such as owners of actions; an address that anyone may write into a record gets none.
 * A question goes to its requester.
 */
export async function refuseRecipients(
  db: Queryable,
  rows: readonly MailRow[],
): Promise<(row: MailRow) => string | null> {
  const addresses = [...new Set(rows.map(({ recipient }) => recipient))]
  if (addresses.length === 0) return () => null
  const [signedUp, listed, choices] = await Promise.all([
    db
      .select({ email: accounts.email, isDisabled: accounts.isDisabled })
      .from(accounts)
      .where(inArray(accounts.email, addresses)),
    db.select({ email: users.email }).from(users).where(inArray(users.email, addresses)),
    db.select().from(mailPreferences).where(inArray(mailPreferences.email, addresses)),
  ])
  const disabled = new Set(signedUp.filter(({ isDisabled }) => isDisabled).map(({ email }) => email))
  const known = new Set([...signedUp, ...listed].map(({ email }) => email))
  const choiceOf = new Map(choices.map((choice) => [choice.email, choice]))
  return ({ recipient, topic }) => {
    if (topic === 'question') return null
    if (disabled.has(recipient)) return 'the account is disabled'
    if (!known.has(recipient)) return 'nobody of that address is known'
    const choice = choiceOf.get(recipient)
    const isOff = topic === 'digest' ? choice?.isDigestOn === false : choice?.isMailOn === false
    return isOff ? 'switched off by the recipient' : null
  }
}
