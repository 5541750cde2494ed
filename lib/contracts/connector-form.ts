import { z } from 'zod'

/**
 * The kind of a connection, such as `servicenow`, and that of a tracker. The server knows which there are: it checks
 * them, and lists them in the OpenAPI document.
 */
export const ConnectionKindName = z.string().meta({ namesOf: 'kinds' })
export const TrackerKindName = z.string().meta({ namesOf: 'trackers' })

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

/** What the form of a connection shows for its kind. The browser loads it. */
export type ConnectorForm = {
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
    /** Where its secret comes from and how it is sent; left out where people enter it for a webhook. */
    readonly secretHint?: string
    /** The options that reading its events uses; none where they only say that issues changed. */
    readonly uses: readonly ('production' | 'services' | 'fields')[]
  }
}
