import type { StoredContent } from '#lib/contracts/app/mail-content.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { openLink } from './queue-mail.ts'

/** The path of the link of a mail in the outbox; empty without one. */
export const pathIn = (mail: { readonly content: StoredContent } | undefined): string =>
  (mail && openLink(mail.content, [getRuntime().secret]).action?.path) ?? ''
