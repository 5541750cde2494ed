import { and, isNull, lt } from 'drizzle-orm'
import type { MailContent, MailTopic, StoredContent } from '#lib/contracts/app/mail-content.ts'
import { newId } from '#server/platform/ids.ts'
import type { Retention } from '#server/platform/retention.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { openText, sealText } from '#server/platform/sealed-text.ts'
import { mails } from '#server/schema/notifications.ts'

type NewMail = {
  readonly recipient: string
  readonly topic: MailTopic
  readonly subject: string
  readonly content: MailContent
}

/** Adds mail to the outbox. It is sent at least once after the commit, unless its recipient disabled such mail. */
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

export const mailRetention: Retention = {
  setting: 'mail_retention_days',
  key: mails.id,
  // Mail that waits is sent, or given up with the reason.
  isDeletable: (before) => and(lt(mails.createdAt, before), isNull(mails.sendAfter)),
}

/** Topics whose links let their holder act without signing in. */
const secretTopics: ReadonlySet<MailTopic> = new Set(['question', 'account'])

/** The content to store: such a link is encrypted, so that neither database nor backup contains one that works. */
function sealLink(topic: MailTopic, content: MailContent, secret: () => string): StoredContent {
  const { action, ...rest } = content
  if (action === undefined || !secretTopics.has(topic)) return content
  return { ...rest, action: { label: action.label, sealed: sealText(action.path, secret()) } }
}

/** The content to send. Throws if its link was sealed with another secret. */
export function openLink({ action, ...rest }: StoredContent, secrets: readonly string[]): MailContent {
  if (action === undefined) return rest
  return {
    ...rest,
    action: 'sealed' in action ? { label: action.label, path: openText(action.sealed, secrets) } : action,
  }
}
