import type { CheckStep, RunCounts } from '#lib/contracts/connection-values.ts'
import type { RowRemarks } from '#server/import/targets/remarks.ts'
import type { Outgoing } from '#server/platform/outgoing/outgoing.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import type { connections } from '#server/schema/connections.ts'

/** The secrets of a connection: for the sign-in of Hindsight, and for the signatures of the events that it receives. */
export type ConnectionSecrets = { readonly secret?: string; readonly signing_secret?: string }

/** A connection with its secrets in clear text. */
export type OpenConnection = Omit<typeof connections.$inferSelect, 'sealedSecret'> & {
  readonly secrets: ConnectionSecrets
}

export type ConnectorContext = Context & {
  /** Sends requests to the other system, within its limits. */
  readonly outgoing: Outgoing
  /** Aborted when the run must end; it throws then and continues with the next run. */
  readonly signal: AbortSignal
  /** What deserves a remark about the rows that were read. */
  readonly remarks: RowRemarks
  /** Adds to the counts of the run. */
  count(change: Partial<RunCounts>): void
}

/** What Hindsight does with a kind of system that it calls. */
export type Connector = {
  /** Finds out what works, and advises on what does not. Writes nothing. */
  check(ctx: ConnectorContext, connection: OpenConnection): Promise<readonly CheckStep[]>
  /**
   * Reads what is new to its end, then writes what waits. It may be interrupted anywhere and run again. Throws an
   * `OutgoingError` where the other system cannot be used now.
   */
  run(ctx: ConnectorContext, connection: OpenConnection): Promise<void>
}
