import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type { SentRequest, Verify } from './sender.ts'

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
