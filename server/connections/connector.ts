import type { CheckStep, RunCounts } from '#lib/contracts/connection-values.ts'
import type { ConnectorForm } from '#lib/contracts/connector-form.ts'
import type { RowRemarks } from '#server/import/targets/target.ts'
import type { Outgoing } from '#server/platform/outgoing/outgoing.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import type { connections } from '#server/schema/connections.ts'
import type { Sender } from './inbound/senders/sender.ts'
import type { TrackerDefinition } from './trackers/tracker.ts'

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

/** A kind of system that can be connected, with its texts and its readers of events and issues. */
export type ConnectionKind = ConnectorForm & {
  readonly label: string
  /** A sentence about the purpose of such a connection. */
  readonly purpose: string
  /** Formats that any system may send; omitted if the label is the name of a product. */
  readonly formats?: readonly string[]
  /** Set for a system that sends events to Hindsight. */
  readonly events?: Sender
  /** Set for a system in which improvement actions can be issues. */
  readonly tracker?: TrackerDefinition
}

/** The message of a step that is in order, or another result. */
export type StepResult =
  | string
  | { readonly status: 'warning' | 'failed' | 'skipped'; readonly message: string; readonly advice?: string }

/** Runs a step of a check. It fails with the given advice if the other system rejects a request. */
export async function runStep(
  name: string,
  advice: string,
  run: () => StepResult | Promise<StepResult>,
  isRejection: (error: unknown) => error is Error,
): Promise<CheckStep> {
  try {
    const result = await run()
    if (typeof result === 'string') return { name, status: 'ok', message: result, advice: null }
    return { name, status: result.status, message: result.message, advice: result.advice ?? null }
  } catch (error) {
    if (!isRejection(error)) throw error
    return { name, status: 'failed', message: error.message, advice }
  }
}
