import type { MailContent, MailTopic } from '#lib/contracts/app/mail-content.ts'
import { newId } from '#server/platform/ids.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { mails } from '#server/schema/notifications.ts'
import { sealLink } from './sealed-links.ts'

export type NewMail = {
  readonly recipient: string
  readonly topic: MailTopic
  readonly subject: string
  readonly content: MailContent
}

/**
 * Adds mail to the outbox through `ctx.db`: inside a transaction it is sent only after the commit. A job sends it at
 * least once, unless the recipient has disabled such mail by then.
 */
export async function queueMail(ctx: Context, messages: readonly NewMail[]): Promise<void> {
  if (messages.length === 0) return
  await ctx.db.insert(mails).values(messages.map((message) => toMailRow(ctx, message)))
}

/** The outbox row of a mail that is due now. */
export function toMailRow({ now }: Pick<Context, 'now'>, message: NewMail) {
  const at = now.toISOString()
  const content = sealLink(message.topic, message.content, () => getRuntime().secret)
  return { ...message, content, id: newId('mail', now), createdAt: at, sendAfter: at }
}
