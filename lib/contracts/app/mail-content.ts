/** Selects the preference that turns a mail off; questions to requesters and mail about an account have none. */
export type MailTopic = 'notification' | 'digest' | 'weekly' | 'question' | 'account'

export type MailItem = {
  readonly title: string
  readonly body?: string
  /** Path of a page of Hindsight, such as `/changes/CHG0000042/review`. */
  readonly path?: string
}

/** A mail as plain text, before it is formatted as text and HTML. */
export type MailContent = {
  readonly lead: string
  readonly sections?: readonly { readonly heading: string; readonly items: readonly MailItem[] }[]
  readonly action?: { readonly label: string; readonly path: string }
  /** The signed head of the ledger. Mail gives the recipients a copy outside of the service. */
  readonly checkpoint?: string
}

/** The content of a queued mail, whose link may be encrypted. */
export type StoredContent = Omit<MailContent, 'action'> & {
  readonly action?: MailContent['action'] | { readonly label: string; readonly sealed: string }
}
