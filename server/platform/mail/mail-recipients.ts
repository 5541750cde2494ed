import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#server/platform/db/client.ts'
import { accounts } from '#server/schema/access.ts'
import { folded, users } from '#server/schema/directory.ts'
import { mailPreferences } from '#server/schema/notifications.ts'
import type { MailRow } from './claim-mails.ts'
import { isTopicOff } from './preferences.ts'

/**
 * Returns a function with the reason not to send a mail to its recipient; null if it may be sent. Mail goes to people
 * with an enabled account, and to other people of the directory, such as owners of actions, but not to an arbitrary
 * e-mail address in a record. A question goes to its requester.
 */
export async function refuseRecipients(
  db: Queryable,
  rows: readonly MailRow[],
): Promise<(row: MailRow) => string | null> {
  const recipients = [...new Set(rows.map(({ recipient }) => recipient))]
  if (recipients.length === 0) return () => null
  const foldedEmail = folded(users.email) as SQL<string>
  const [signedUp, listed, choices] = await Promise.all([
    db
      .select({ email: accounts.email, isDisabled: accounts.isDisabled })
      .from(accounts)
      .where(inArray(accounts.email, recipients)),
    db
      .select({ email: foldedEmail, isActive: sql<boolean>`bool_or(${users.isActive})` })
      .from(users)
      .where(
        inArray(
          foldedEmail,
          recipients.map((recipient) => recipient.toLowerCase()),
        ),
      )
      .groupBy(foldedEmail),
    db.select().from(mailPreferences).where(inArray(mailPreferences.email, recipients)),
  ])
  const disabled = new Set(signedUp.filter(({ isDisabled }) => isDisabled).map(({ email }) => email))
  const left = new Set(listed.filter(({ isActive }) => !isActive).map(({ email }) => email))
  const knownEmails = new Set([...signedUp, ...listed].map(({ email }) => email.toLowerCase()))
  const choicesByEmail = new Map(choices.map((choice) => [choice.email, choice]))
  return ({ recipient, topic }) => {
    if (topic === 'question' || topic === 'account') return null
    if (disabled.has(recipient)) return 'the account is disabled'
    if (left.has(recipient.toLowerCase())) return 'the person left the directory'
    if (!knownEmails.has(recipient.toLowerCase())) return 'the address is unknown'
    return isTopicOff(choicesByEmail.get(recipient), topic) ? 'disabled by the recipient' : null
  }
}
