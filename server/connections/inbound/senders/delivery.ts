import type { RepositoryOptions, SenderOptions } from '#lib/contracts/connection-options.ts'
import type { AlertEvent, DeploymentEvent } from '#lib/domain/sent-events.ts'

/** A request of a sender; the names of the headers are in lower case. */
type Delivery = { readonly headers: Readonly<Record<string, string>>; readonly body: string }

export type EventOptions = Pick<SenderOptions & RepositoryOptions, 'production' | 'services'> &
  Partial<Pick<SenderOptions, 'fields'>>

/**
 * What a delivery says. `ignored` is the reason why it says nothing of interest; a hint means that the connection has
 * something new to be read.
 */
export type ParsedDelivery =
  | { readonly events: readonly (DeploymentEvent | AlertEvent)[] }
  | { readonly ignored: string; readonly isHint?: true }

/** Reads a delivery of one kind of sender. Throws `UnreadableEvent` when it is not what such a sender sends. */
export type ParseDelivery = (delivery: Delivery, options: EventOptions) => ParsedDelivery

/** A delivery that cannot be read; the message says why. Trying it again does not help. */
export class UnreadableEvent extends Error {}
