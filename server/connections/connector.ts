import type { CheckStep, RunCounts } from '#lib/contracts/connection-values.ts'
import type { RowRemarks } from '#server/import/targets/target.ts'
import type { Outgoing } from '#server/platform/outgoing/outgoing.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import type { connections } from '#server/schema/connections.ts'

/** Secrets of a connection: one for the sign-in of Hindsight, one for the signatures of received events. */
export type ConnectionSecrets = { readonly secret?: string; readonly signing_secret?: string }

/** A connection with its secrets in clear text. */
export type OpenConnection = Omit<typeof connections.$inferSelect, 'sealedSecret'> & {
  readonly secrets: ConnectionSecrets
}

export type ConnectorContext = Context & {
  /** Sends requests to the other system, within its limits. */
  readonly outgoing: Outgoing
  /** Aborts when the run must end. The connector throws then, and the next run continues. */
  readonly signal: AbortSignal
  /** Collects remarks about the rows that were read. */
  readonly remarks: RowRemarks
  /** Adds to the counts of the run. */
  count(change: Partial<RunCounts>): void
}

/** The operations on a kind of system that Hindsight calls. */
export type Connector = {
  /** Checks each ability of a connection, with advice for what fails. Writes nothing. */
  check(ctx: ConnectorContext, connection: OpenConnection): Promise<readonly CheckStep[]>
  /**
   * Reads everything new, then writes what is waiting. It may be interrupted at any point and run again. Throws an
   * `OutgoingError` if the other system cannot be used now.
   */
  run(ctx: ConnectorContext, connection: OpenConnection): Promise<void>
}
