import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
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

/** Verifies an HMAC-SHA256 of the body in a header, after a prefix. Of values separated by commas, one must match. */
export const verifyHmacIn =
  (header: string, prefix: string): Verify =>
  ({ headers, body }, secret) => {
    const expected = `${prefix}${createHmac('sha256', secret).update(body).digest('hex')}`
    const sent = headers.get(header.toLowerCase()) ?? ''
    return sent.split(',').some((one) => isEqual(one.trim(), expected))
  }

/** Verifies the secret itself in a header, for a sender that cannot sign. */
export const verifySecretIn =
  (header: string): Verify =>
  ({ headers }, secret) =>
    isEqual(headers.get(header.toLowerCase()), secret)

/** True if the secret is sent as a bearer token. */
export const hasSecretAsToken: Verify = ({ headers }, secret) =>
  isEqual(/^Bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1], secret)

/** True if the secret is sent as the password of Basic authentication; the user name is ignored. */
export const hasSecretAsPassword: Verify = ({ headers }, secret) => {
  const encoded = /^Basic +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1]
  if (encoded === undefined) return false
  const pair = Buffer.from(encoded, 'base64').toString('utf8')
  return pair.includes(':') && isEqual(pair.slice(pair.indexOf(':') + 1), secret)
}

/** True if the secret is sent as a bearer token, or the request is signed as Standard Webhooks. */
export const hasTokenOrSignature: Verify = (request, secret) =>
  hasSecretAsToken(request, secret) || isSigned(request, secret)

/** Verifies a signature of Standard Webhooks. Without the prefix `whsec_`, a secret is text instead of base64. */
function isSigned({ headers, body }: SentRequest, secret: string): boolean {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
  const sent = Object.fromEntries(names.map((name) => [name, headers.get(name) ?? '']))
  try {
    new Webhook(secret, secret.startsWith('whsec_') ? {} : { format: 'raw' }).verify(body, sent, { jsonParse: false })
    return true
  } catch {
    return false
  }
}

/** Returns the identifier of a CloudEvent in its headers, else that of Standard Webhooks. */
export function readStandardDeliveryId({ headers }: SentRequest): string | null {
  const id = headers.get('ce-id')
  const source = headers.get('ce-source')
  return id !== null && source !== null ? `${source} ${id}` : headers.get('webhook-id')
}

/** Compares in a time that depends on neither text. */
const isEqual = (sent: string | null | undefined, expected: string): boolean =>
  typeof sent === 'string' && timingSafeEqual(digestText(sent), digestText(expected))

const digestText = (text: string) => hash('sha256', text, 'buffer')
