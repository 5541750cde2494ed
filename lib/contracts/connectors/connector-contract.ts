/** The schema of the options of a connection, in `connection-options.ts`, and the controls that its form has for them. */
export type OptionSet = 'servicenow' | 'jira' | 'repository' | 'sender'

/** How Hindsight signs in to a system. */
type SignIn = {
  /** Labels of the methods that `sign_in` allows, the suggested one first; left out where there is only a token. */
  readonly methods?: Readonly<Partial<Record<'oauth' | 'basic' | 'token', string>>>
  /** What the user of the method `basic` is called. */
  readonly user?: string
  readonly secret: { readonly label: string; readonly hint: string }
}

/** What pages, schemas and documents say of a system that can be connected. The browser loads it. */
export type ConnectorContract = {
  readonly label: string
  /** What a connection to it does, in a sentence. */
  readonly purpose: string
  readonly options: OptionSet
  /** Of a system that Hindsight sends requests to. */
  readonly api?: {
    /** An address, as an example. */
    readonly url: string
    /** Whether most connections have this address. */
    readonly isSuggested?: true
    readonly signIn: SignIn
  }
  /** Of a system that sends events to Hindsight. */
  readonly events?: {
    /** The header with its signature or token, where it has one of its own. */
    readonly header?: string
    /** Where its secret comes from and how it is sent; left out where people enter it for a webhook. */
    readonly secretHint?: string
    /** The options that reading its events uses; none where they only say that issues changed. */
    readonly uses: readonly ('production' | 'services' | 'fields')[]
  }
  /** What anybody may send who uses one of these formats; left out where the label is the name of a product. */
  readonly formats?: readonly string[]
  /** Of a tracker: the key of an issue, as an example. */
  readonly keyExample?: string
}
