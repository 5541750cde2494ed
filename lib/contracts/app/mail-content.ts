/** What a mail is about, which tells who may switch it off: a notification, the daily digest, or a question to a requester. */
export type MailTopic = 'notification' | 'digest' | 'question'

export type MailItem = {
  readonly title: string
  readonly body?: string
  /** A page of ours, such as `/changes/CHG0000042/review`. */
  readonly path?: string
}

/** What a mail says, before it becomes plain text and HTML; all of it plain text. */
export type MailContent = {
  readonly lead: string
  readonly sections?: readonly { readonly heading: string; readonly items: readonly MailItem[] }[]
  /** The one thing to do. */
  readonly action?: { readonly label: string; readonly path: string }
}
