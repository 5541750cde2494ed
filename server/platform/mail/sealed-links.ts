import type { MailContent, MailTopic, StoredContent } from '#lib/contracts/app/mail-content.ts'
import { openText, sealText } from '#server/platform/sealed-text.ts'

/** Topics whose links let their holder act without signing in. */
const secretTopics: ReadonlySet<MailTopic> = new Set(['question', 'account'])

/** The content to store: such a link is encrypted, so that neither database nor backup contains one that works. */
export function sealLink(topic: MailTopic, content: MailContent, secret: () => string): StoredContent {
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
