import type { MailContent } from '#lib/contracts/app/mail-content.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { getOldestMailTime, planMailAttempt } from '#lib/domain/people/mail-retry.ts'
import type { Env } from '#server/platform/env.ts'
import { log } from '#server/platform/log/log.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { listReadableSecrets } from '#server/platform/runtime/runtime.ts'
import { findMailSettings, getSettings } from '#server/platform/settings/current-settings.ts'
import { claimMails, dropEventMail, giveUpOldMail, type MailRow, recordDelivery } from './claim-mails.ts'
import { composeMail } from './compose-mail.ts'
import { refuseRecipients } from './mail-recipients.ts'
import type { MailDelivery, Mailer, MailMessage } from './mailer.ts'
import { dropNotificationMail, queueNotificationMail } from './queue-notification-mail.ts'
import { openLink } from './sealed-links.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'

type Outbox = {
  readonly mail: NonNullable<Env['mail']>
  /** The current secret for signing and sealing, then former secrets that are still accepted. */
  readonly secrets: readonly string[]
  readonly organisation?: string | null
}

/**
 * The job that sends the mail in the outbox. While mail is not set up, it drops mail about events, so that a mail
 * server configured later does not send old news.
 */
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
export async function sendMails(
  ctx: Context,
  { mail, secrets, organisation = null }: Outbox,
): Promise<{ sent: number }> {
  const { createMailer } = await import('./mailer.ts')
  const mailer = createMailer(mail)
  const totals = { sent: 0 }
  try {
    await queueNotificationMail(ctx)
    for (let batch = 0; batch < maxBatches; batch += 1) {
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
