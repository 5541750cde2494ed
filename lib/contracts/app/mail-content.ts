/** Determines the preference that disables a mail; questions to requesters cannot be disabled. */
export type MailTopic = 'notification' | 'digest' | 'question'

export type MailItem = {
  readonly title: string
  readonly body?: string
  /** A page of ours, such as `/changes/CHG0000042/review`. */
  readonly path?: string
}

/** The content of a mail as plain text, before it is formatted as text and HTML. */
export type MailContent = {
  readonly lead: string
  readonly sections?: readonly { readonly heading: string; readonly items: readonly MailItem[] }[]
  readonly action?: { readonly label: string; readonly path: string }
}
