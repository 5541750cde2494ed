import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { Webhooks } from '@octokit/webhooks'
import { LRUCache } from 'lru-cache'
import { Webhook } from 'standardwebhooks'
import type { ConnectionKind } from '#lib/contracts/connection-values.ts'
import type { HeaderFields } from '#server/platform/http/api-request.ts'

type Request = { readonly headers: HeaderFields; readonly body: string }
type Verify = (request: Request, secret: string) => boolean | Promise<boolean>

/**
 * Whether a request was sent by a system that knows the secret of its connection. A request that a check cannot examine,
 * such as one without a body, is not.
 */
export async function isFromSender(kind: ConnectionKind, request: Request, secret: string): Promise<boolean> {
  try {
    return (await checks[kind]?.(request, secret)) === true
  } catch {
    return false
  }
}

const checks: Readonly<Partial<Record<ConnectionKind, Verify>>> = {
  github: ({ headers, body }, secret) => {
    const signature = headers.get('x-hub-signature-256')
    return signature !== null && signature !== '' && githubOf(secret).verify(body, signature)
  },
  gitlab: ({ headers }, secret) => isEqual(headers.get('x-gitlab-token'), secret),
  jira: ({ headers, body }, secret) => isEqual(headers.get('x-hub-signature'), `sha256=${hmacOf(body, secret)}`),
  pagerduty: ({ headers, body }, secret) => {
    const expected = `v1=${hmacOf(body, secret)}`
    return (headers.get('x-pagerduty-signature') ?? '').split(',').some((one) => isEqual(one.trim(), expected))
  },
  // These cannot sign what they send.
  alertmanager: ({ headers }, secret) => hasToken(headers, secret) || hasPassword(headers, secret),
  argocd: (request, secret) => hasToken(request.headers, secret) || isSigned(request, secret),
  cloudevents: (request, secret) => hasToken(request.headers, secret) || isSigned(request, secret),
  json: (request, secret) => hasToken(request.headers, secret) || isSigned(request, secret),
}

const known = new LRUCache<string, Webhooks>({ max: 100 })

function githubOf(secret: string): Webhooks {
  const webhooks = known.get(secret) ?? new Webhooks({ secret })
  known.set(secret, webhooks)
  return webhooks
}

/** Standard Webhooks; a secret without the prefix `whsec_` is a text instead of base64. */
function isSigned({ headers, body }: Request, secret: string): boolean {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
  const sent = Object.fromEntries(names.map((name) => [name, headers.get(name) ?? '']))
  try {
    new Webhook(secret, secret.startsWith('whsec_') ? {} : { format: 'raw' }).verify(body, sent, { jsonParse: false })
    return true
  } catch {
    return false
  }
}

const hmacOf = (body: string, secret: string) => createHmac('sha256', secret).update(body).digest('hex')

const hasToken = (headers: HeaderFields, secret: string) =>
  isEqual(/^Bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1], secret)

/** Whether Basic authentication has the secret as its password; the user may be any. */
function hasPassword(headers: HeaderFields, secret: string): boolean {
  const encoded = /^Basic +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1]
  if (encoded === undefined) return false
  const pair = Buffer.from(encoded, 'base64').toString('utf8')
  return pair.includes(':') && isEqual(pair.slice(pair.indexOf(':') + 1), secret)
}

/** Compares in a time that depends on neither text. */
const isEqual = (sent: string | null | undefined, expected: string): boolean =>
  typeof sent === 'string' && timingSafeEqual(digestOf(sent), digestOf(expected))

const digestOf = (text: string) => hash('sha256', text, 'buffer')
