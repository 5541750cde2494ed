/** Determines which preference turns a mail off; questions to requesters and mail about an account have none. */
export type MailTopic = 'notification' | 'digest' | 'weekly' | 'question' | 'account'

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
  /** The signed head of the ledger, of which the recipients have a copy outside the service. */
  readonly checkpoint?: string
}

/** The content of a mail in the outbox, whose link may be encrypted. */
export type StoredContent = Omit<MailContent, 'action'> & {
  readonly action?: MailContent['action'] | { readonly label: string; readonly sealed: string }
}
