import type { ConnectorForm } from '#lib/contracts/connector-form.ts'
import type { Sender } from './inbound/senders/sender.ts'
import type { TrackerDefinition } from './trackers/tracker-definition.ts'

/** A kind of system that can be connected: what pages and documents say of it, and how its events and issues are read. */
export type ConnectionKind = ConnectorForm & {
  readonly label: string
  /** What a connection to it does, in a sentence. */
  readonly purpose: string
  /** What anybody may send who uses one of these formats; left out where the label is the name of a product. */
  readonly formats?: readonly string[]
  /** Of a system that sends events to Hindsight. */
  readonly events?: Sender
  /** Of a system in which improvement actions can be issues. */
  readonly tracker?: TrackerDefinition
}
