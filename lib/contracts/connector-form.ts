import { z } from 'zod'

/**
 * The kinds of connections, such as `servicenow`, and of trackers. The server knows them: it validates them, and lists
 * them in the OpenAPI document.
 */
export const ConnectionKindName = z.string().meta({ namesOf: 'kinds' })
export const TrackerKindName = z.string().meta({ namesOf: 'trackers' })

/** Names the schema of the options of a connection, in `connection-options.ts`, and their controls in its form. */
export type OptionSet = 'servicenow' | 'jira' | 'repository' | 'sender' | 'prometheus'

/** The sign-in of Hindsight to a system. */
type SignIn = {
  /** Labels of the methods that `sign_in` allows, the suggested one first; absent if there is only a token. */
  readonly methods?: Readonly<Partial<Record<'oauth' | 'basic' | 'token', string>>>
  /** The term of the system for the user of the method `basic`. */
  readonly user?: string
  readonly secret: { readonly label: string; readonly hint: string }
}

/** The parts of the connection form for a kind. The browser loads it. */
export type ConnectorForm = {
  readonly options: OptionSet
  /** Set for a system that Hindsight sends requests to. */
  readonly api?: {
    /** An example of its URL. */
    readonly url: string
    /** True if most connections have this URL. */
    readonly isSuggested?: true
    readonly signIn: SignIn
  }
  /** Set for a system that sends events to Hindsight. */
  readonly events?: {
    /** The source of its secret and the way it is sent; absent if people enter the secret as for a webhook. */
    readonly secretHint?: string
    /** The options that reading its events needs; empty for events that only report changed issues. */
    readonly uses: readonly ('production' | 'services' | 'fields')[]
  }
}
