import { createTransport } from 'nodemailer'
import { shorten } from '#lib/text/shorten.ts'
import type { Env } from '#server/platform/env.ts'

export type MailMessage = {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The URL for one-click unsubscribing; undefined for mail that cannot be disabled. */
  readonly unsubscribeUrl: string | undefined
}

/** `refused`: this mail, forever; `later`: this mail, for now; `unreachable`: the server takes no mail. */
export type MailDelivery = { result: 'sent' } | { result: 'refused' | 'later' | 'unreachable'; fault: string }

export type Mailer = {
  send(message: MailMessage): Promise<MailDelivery>
  close(): void
}

/** Timeouts of the mail server, in milliseconds. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Sends mail through one connection to the SMTP server, opened with the first mail. */
export function createMailer({ smtpUrl, from }: NonNullable<Env['mail']>): Mailer {
  const host = from.replace(/>$/, '').split('@').at(-1) ?? 'hindsight'
  const transport = createTransport({
    pool: true,
    maxConnections: 1,
    url: smtpUrl,
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ id, to, subject, text, html, unsubscribeUrl }) {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${host}>`,
          headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribeUrl) },
        })
        return { result: 'sent' }
      } catch (error) {
        return toFailedDelivery(error)
      }
    },
    close: () => transport.close(),
  }
}

/** RFC 2369 and, for one-click unsubscribing, RFC 8058. */
const unsubscribeHeaders = (url: string | undefined): Record<string, string> =>
  url === undefined ? {} : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

/** A 5xx to recipient or content is final (RFC 5321, 4.2.1); one to the credentials does not concern the mail. */
function toFailedDelivery(error: unknown): MailDelivery {
  if (!(error instanceof Error)) return { result: 'unreachable', fault: String(error) }
  const { code, responseCode, command } = error as Error & { code?: string; responseCode?: number; command?: string }
  const fault = shorten(error.message, 500)
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return { result: 'unreachable', fault }
  const isFinal = command !== 'MAIL FROM' && (responseCode === undefined || responseCode >= 500)
  return { result: isFinal ? 'refused' : 'later', fault }
}
