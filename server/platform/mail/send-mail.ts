import { and, asc, eq, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import type { MailContent, MailTopic } from '#lib/contracts/app/mail-content.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { getOldestMailTime, giveUpHours, newsTopics, planMailAttempt } from '#lib/domain/people/mail-retry.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { isAmongLocked } from '#server/platform/db/transaction.ts'
import type { Env } from '#server/platform/env.ts'
import { findCopy } from '#server/platform/installation.ts'
import { log } from '#server/platform/log/log.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { listReadableSecrets } from '#server/platform/runtime/runtime.ts'
import { findMailSettings, getSettings } from '#server/platform/settings/current-settings.ts'
import { accounts } from '#server/schema/access.ts'
import { folded, users } from '#server/schema/directory.ts'
import { mailPreferences, mails } from '#server/schema/notifications.ts'
import { composeMail } from './compose-mail.ts'
import type { MailDelivery, Mailer, MailMessage } from './mailer.ts'
import { isTopicOff } from './preferences.ts'
import { openLink } from './queue-mail.ts'
import { dropNotificationMail, queueNotificationMail } from './queue-notification-mail.ts'
import { unsubscribeToken } from './unsubscribe.ts'

type Outbox = {
  readonly mail: NonNullable<Env['mail']>
  /** The current secret for signing and sealing, then former secrets that are still accepted. */
  readonly secrets: readonly string[]
  readonly organisation?: string | null
}

/** Sends the mail in the outbox. While mail is not set up, it drops news, so that none is sent when it is old. */
export async function sendWaitingMail(ctx: Context): Promise<void> {
  const { organisation_name: organisation } = getSettings()
  await giveUpOldMail(ctx)
  const mail = findMailSettings()
  await dropNotificationMail(ctx, mail ? getOldestMailTime('notification', ctx.now) : ctx.now.toISOString())
  if (mail) await sendMails(ctx, { mail, secrets: listReadableSecrets(), organisation })
  else await dropEventMail(ctx)
}

/** Maximum batches of one run, so that it ends before its job expires. */
const maxBatches = 25

/**
 * Sends the waiting mail, each at least once: if a process dies between the acceptance by the mail server and the
 * commit, another sends the mail again with the same Message-ID. While the server is unreachable, each run tries one
 * mail.
 */
export async function sendMails(ctx: Context, { mail, secrets, organisation = null }: Outbox) {
  const { createMailer } = await import('./mailer.ts')
  const mailer = createMailer(mail)
  const totals = { sent: 0 }
  try {
    await queueNotificationMail(ctx)
    for (let batch = 0; batch < maxBatches && !(await findCopy(ctx.db)); batch += 1) {
      const rows = await claimMails(ctx)
      if (rows.length === 0) break
      const refusal = await refuseRecipients(ctx.db, rows)
      let last: MailDelivery = { result: 'sent' }
      for (const row of rows) {
        const reason = refusal(row)
        if (reason !== null) await recordDelivery(ctx, row, { fault: reason })
        else {
          if (last.result !== 'unreachable')
            last = await sendRow(mailer, row, { publicUrl: mail.publicUrl, secrets, organisation })
          if (last.result === 'sent') totals.sent += 1
          await recordDelivery(ctx, row, toOutcome(ctx, row, last))
        }
      }
      if (last.result === 'unreachable') break
    }
    return totals
  } finally {
    mailer.close()
  }
}

function toOutcome(ctx: Context, row: MailRow, delivery: MailDelivery) {
  if (delivery.result === 'sent') return { sentAt: ctx.now.toISOString(), fault: null }
  const { result, fault } = delivery
  const sendAfter = result === 'refused' ? null : planMailAttempt(row, ctx.now)
  log.warn({ mail: row.id, fault, sendAfter }, 'mail not sent')
  return { fault, sendAfter }
}

type MailSender = {
  readonly publicUrl: string
  readonly secrets: readonly string[]
  readonly organisation: string | null
}

/** Sends one mail. A mail whose link cannot be decrypted is refused, so that it is listed with its reason. */
async function sendRow(mailer: Mailer, row: MailRow, sender: MailSender): Promise<MailDelivery> {
  let content: MailContent
  try {
    content = openLink(row.content, sender.secrets)
  } catch {
    return { result: 'refused', fault: 'its link was sealed with another HINDSIGHT_SECRET: ask for a new one' }
  }
  return mailer.send(writeMessage({ ...row, content }, sender))
}

type QueuedMail = Omit<MailRow, 'content'> & { readonly content: MailContent }

function writeMessage(row: QueuedMail, { publicUrl, secrets, organisation }: MailSender): MailMessage {
  const { id, recipient: to, topic, subject, content } = row
  if (topic === 'question' || topic === 'account') {
    return {
      id,
      to,
      subject,
      ...composeMail(content, { publicUrl, unsubscribe: undefined, organisation }),
      unsubscribeUrl: undefined,
    }
  }
  const token = unsubscribeToken({ email: to, topic }, secrets[0] ?? '')
  const unsubscribe = new URL(pagePaths.unsubscribe(token), publicUrl).href
  const unsubscribeUrl = new URL(`/api/app/v1/unsubscribe/${encodeURIComponent(token)}`, publicUrl).href
  return { id, to, subject, ...composeMail(content, { publicUrl, unsubscribe, organisation }), unsubscribeUrl }
}

type MailRow = typeof mails.$inferSelect

const minute = 60_000
/** Milliseconds after which another process may send a mail whose sender was killed. */
const lease = 10 * minute
const batchSize = 20

/** Claims waiting mail, oldest first; no other process gets it while it is being sent. */
async function claimMails(ctx: Context): Promise<MailRow[]> {
  const waiting = ctx.db
    .select({ id: mails.id })
    .from(mails)
    .where(lte(mails.sendAfter, ctx.now.toISOString()))
    .orderBy(asc(mails.sendAfter), asc(mails.id))
    .limit(batchSize)
    .for('update', { skipLocked: true })
  return ctx.db
    .update(mails)
    .set({
      sendAfter: new Date(ctx.now.getTime() + lease).toISOString(),
      attempts: sql`${mails.attempts} + 1`,
    })
    .where(isAmongLocked(mails.id, waiting))
    .returning()
}

type DeliveryResult = { readonly sentAt?: string; readonly fault: string | null; readonly sendAfter?: string | null }

/** Stores the result of a mail; without a next attempt it is finished. */
async function recordDelivery(ctx: Context, { id, attempts }: MailRow, outcome: DeliveryResult): Promise<void> {
  await ctx.db
    .update(mails)
    .set({ sendAfter: null, ...outcome })
    .where(and(eq(mails.id, id), eq(mails.attempts, attempts)))
}

/** Gives up mail that is too old to send, after a long outage. */
export async function giveUpOldMail(ctx: Context): Promise<void> {
  for (const [topic, hours] of Object.entries(giveUpHours) as [MailTopic, number][]) {
    const isOld = and(eq(mails.topic, topic), lte(mails.createdAt, getOldestMailTime(topic, ctx.now)))
    await ctx.db
      .update(mails)
      .set({ sendAfter: null, fault: `not sent within ${hours} hours` })
      .where(and(isNotNull(mails.sendAfter), isOld))
  }
}

/** Drops mail about events, for a service that sends none. */
async function dropEventMail(ctx: Context): Promise<void> {
  await ctx.db
    .update(mails)
    .set({ sendAfter: null, fault: 'mail was not set up' })
    .where(and(isNotNull(mails.sendAfter), inArray(mails.topic, newsTopics)))
}

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
