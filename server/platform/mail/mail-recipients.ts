import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#server/platform/db/client.ts'
import { accounts } from '#server/schema/access.ts'
import { folded, users } from '#server/schema/directory.ts'
import { mailPreferences } from '#server/schema/notifications.ts'
import type { MailRow } from './claim-mails.ts'
import { isTopicOff } from './preferences.ts'

/**
 * Why a mail must not be sent to its recipient; null if it may. Mail goes to people with an enabled account, and to
 * other people of the directory, such as owners of actions, but not to an arbitrary address in a record. A question
 * goes to its requester.
 */
export async function refuseRecipients(
  db: Queryable,
  rows: readonly MailRow[],
): Promise<(row: MailRow) => string | null> {
  const addresses = [...new Set(rows.map(({ recipient }) => recipient))]
  if (addresses.length === 0) return () => null
  const address = folded(users.email) as SQL<string>
  const [signedUp, listed, choices] = await Promise.all([
    db
      .select({ email: accounts.email, isDisabled: accounts.isDisabled })
      .from(accounts)
      .where(inArray(accounts.email, addresses)),
    db
      .select({ email: address, isActive: sql<boolean>`bool_or(${users.isActive})` })
      .from(users)
      .where(
        inArray(
          address,
          addresses.map((recipient) => recipient.toLowerCase()),
        ),
      )
      .groupBy(address),
    db.select().from(mailPreferences).where(inArray(mailPreferences.email, addresses)),
  ])
  const disabled = new Set(signedUp.filter(({ isDisabled }) => isDisabled).map(({ email }) => email))
  const left = new Set(listed.filter(({ isActive }) => !isActive).map(({ email }) => email))
  const knownAddresses = new Set([...signedUp, ...listed].map(({ email }) => email.toLowerCase()))
  const choiceOf = new Map(choices.map((choice) => [choice.email, choice]))
  return ({ recipient, topic }) => {
    if (topic === 'question' || topic === 'account') return null
    if (disabled.has(recipient)) return 'the account is disabled'
    if (left.has(recipient.toLowerCase())) return 'the person left the directory'
    if (!knownAddresses.has(recipient.toLowerCase())) return 'the address is unknown'
    return isTopicOff(choiceOf.get(recipient), topic) ? 'disabled by the recipient' : null
  }
}
