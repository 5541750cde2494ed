import type { TestResult } from '#lib/contracts/app/settings.ts'
import { getActingAccount } from '#server/platform/auth/acting-account.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { findMailSettings } from '#server/platform/settings/current-settings.ts'

/** Sends a mail to the caller at once, bypassing the outbox, and returns the reply of the server. Throws `conflict`. */
export async function testMail(ctx: Context): Promise<TestResult> {
  const mail = findMailSettings()
  if (!mail) {
    throw new AppError('conflict', 'Mail is not configured: it needs a mail server, a sender and the public URL.')
  }
  const { email: to } = getActingAccount(ctx)
  const { createMailer } = await import('#server/platform/mail/mailer.ts')
  const mailer = createMailer(mail)
  const lead = 'This is a test. Mail from Hindsight arrives.'
  try {
    const delivery = await mailer.send({
      id: newId('mail', ctx.now),
      to,
      subject: 'Test mail from Hindsight',
      ...composeMail({ lead }, { publicUrl: mail.publicUrl, unsubscribe: undefined }),
      unsubscribeUrl: undefined,
    })
    const is_ok = delivery.result === 'sent'
    const message = delivery.result === 'sent' ? 'The mail server accepted the mail.' : delivery.fault
    const sent = `From ${mail.from} to ${to} through ${new URL(mail.smtpUrl).host}`
    return { is_ok, steps: [{ name: 'Test mail', sent, is_ok, message }] }
  } finally {
    mailer.close()
  }
}
