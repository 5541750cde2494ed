import type { SenderOptions } from '#lib/contracts/connection-options.ts'
import type { connectors, SendingKind } from '#lib/contracts/connectors/all-connectors.ts'
import type { AlertEvent, DeploymentEvent } from '#lib/domain/sent-events.ts'
import type { HeaderFields } from '#server/platform/http/api-request.ts'

/** A request as it arrives. */
export type SentRequest = { readonly headers: HeaderFields; readonly body: string }

/** A request as it was stored; the names of the headers are in lower case. */
export type Delivery = { readonly headers: Readonly<Record<string, string>>; readonly body: string }

export type EventOptions = Pick<SenderOptions, 'production' | 'services' | 'fields'>

/**
 * What a delivery says. `ignored` is the reason why it says nothing of interest; a hint means that the connection has
 * something new to be read.
 */
export type ParsedDelivery =
  | { readonly events: readonly (DeploymentEvent | AlertEvent)[] }
  | { readonly ignored: string; readonly isHint?: true }

/** Whether a request was sent by a system that knows the secret of its connection. It may throw: then it was not. */
export type Verify = (request: SentRequest, secret: string) => boolean | Promise<boolean>

/** A system that sends events, as its contract declares them. */
export type Sender<
  Kind extends SendingKind,
  Used extends keyof EventOptions = (typeof connectors)[Kind]['events']['uses'][number],
> = {
  readonly verify: Verify
  /** The same for a delivery that is sent again; null, or it throws, where the sender gives none. */
  readonly deliveryId: (request: SentRequest) => string | null
  /** The headers that `parse` reads, in lower case: those with a credential are never stored. */
  readonly headers?: readonly string[]
  /** Throws `UnreadableEvent` when it is not what such a sender sends. The form offers the options that it may use. */
  readonly parse: (delivery: Delivery, options: Pick<EventOptions, Used>) => ParsedDelivery
}

/** A delivery that cannot be read; the message says why. Trying it again does not help. */
export class UnreadableEvent extends Error {}
