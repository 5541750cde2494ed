import type { SenderOptions } from '#lib/contracts/connection-options.ts'
import type { AlertEvent, DeploymentEvent } from '#lib/domain/sent-events.ts'
import type { HeaderFields } from '#server/platform/http/api-request.ts'

/** A request as received. */
export type SentRequest = { readonly headers: HeaderFields; readonly body: string }

/** A request as stored; header names are in lower case. */
export type SentDelivery = { readonly headers: Readonly<Record<string, string>>; readonly body: string }

export type EventOptions = Pick<SenderOptions, 'production' | 'services' | 'fields'>

/** The content of a delivery, or why it has no effect; `isHint` if the connection has something new to read. */
export type ParsedDelivery =
  | { readonly events: readonly (DeploymentEvent | AlertEvent)[] }
  | { readonly ignored: string; readonly isHint?: true }

/** Returns true if a request comes from a system that knows the secret. An exception counts as false. */
export type Verify = (request: SentRequest, secret: string) => boolean | Promise<boolean>

/** Verifies and parses the events of a system. */
export type Sender<Used extends keyof EventOptions = keyof EventOptions> = {
  /** The system's own header with the signature or token, if it has one. */
  readonly header?: string
  /** The origin of the secret and how it is sent; omitted if people enter it in the settings of a webhook. */
  readonly secretHint?: string
  /** The options that `parse` may read and the form offers; none if events only report that issues changed. */
  readonly uses: readonly Used[]
  readonly verify: Verify
  /** Identifies a delivery, so that a repeated one is dropped; null or an exception if there is no identifier. */
  readonly deliveryId: (request: SentRequest) => string | null
  /** The headers that `parse` reads, in lower case. Only these are stored, so never list one with a credential. */
  readonly reads?: readonly string[]
  /** Parses a delivery. Throws `UnreadableEvent` if it is not in the format of the sender. */
  readonly parse: (delivery: SentDelivery, options: Pick<EventOptions, Used>) => ParsedDelivery
}

/** Defines a sender. It does not compile if `parse` reads an option that `uses` does not name. */
export const defineSender = <const Used extends keyof EventOptions>(sender: Sender<Used>): Sender => sender

/** A delivery that cannot be read, with the reason as its message. It is not tried again. */
export class UnreadableEvent extends Error {}
