import type { ConnectorForm } from '#lib/contracts/connector-form.ts'
import type { Sender } from './inbound/senders/sender.ts'
import type { TrackerDefinition } from './trackers/tracker-definition.ts'

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
