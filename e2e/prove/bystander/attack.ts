import type { OwnServer } from '../../own-server.ts'

/** One way in which a caller may try to use up the service, alone on a server with demo data. */
export type Attack = {
  /** Kebab-case; names it in the figure of the claim. */
  readonly name: string
  /** Makes what the attack needs, before anything is measured. */
  readonly prepare?: (server: OwnServer) => Promise<void>
  /** Attacks until `signal` aborts. Returns what was sent and how it was answered, for the figure. */
  readonly run: (server: OwnServer, signal: AbortSignal) => Promise<string>
}
