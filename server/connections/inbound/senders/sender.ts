import type { SenderOptions } from '#lib/contracts/connection-options.ts'
import type { AlertEvent, DeploymentEvent } from '#lib/domain/sent-events.ts'
import type { HeaderFields } from '#server/platform/http/api-request.ts'

/** A request as it arrives. */
export type SentRequest = { readonly headers: HeaderFields; readonly body: string }

/** A request as it was stored; the names of the headers are in lower case. */
export type SentDelivery = { readonly headers: Readonly<Record<string, string>>; readonly body: string }

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

/** How a system sends events, and how they are verified and read. */
export type Sender<Used extends keyof EventOptions = keyof EventOptions> = {
  /** The header with its signature or token, where it has one of its own. */
  readonly header?: string
  /** Where its secret comes from and how it is sent; left out where people enter it for a webhook. */
  readonly secretHint?: string
  /** The options that `parse` may read, which the form offers; none where events only say that issues changed. */
  readonly uses: readonly Used[]
  readonly verify: Verify
  /** Identifies a delivery, so that a repeated one is dropped; null, or it throws, where the sender gives none. */
  readonly deliveryId: (request: SentRequest) => string | null
  /** The headers that `parse` reads, in lower case: those with a credential are never stored. */
  readonly reads?: readonly string[]
  /** Throws `UnreadableEvent` when it is not what such a sender sends. */
  readonly parse: (delivery: SentDelivery, options: Pick<EventOptions, Used>) => ParsedDelivery
}

/** A sender; it does not compile if `parse` reads an option that `uses` does not name. */
export const defineSender = <const Used extends keyof EventOptions>(sender: Sender<Used>): Sender => sender

/** A delivery that cannot be read; the message says why. Trying it again does not help. */
export class UnreadableEvent extends Error {}
