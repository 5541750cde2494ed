import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { OpenConnection } from '#server/connections/connector.ts'
import { type ConnectionRow, findConnection, openConnection } from '#server/connections/find-connection.ts'
import { countRequest } from '#server/platform/api/rate-limit.ts'
import { AppError } from '#server/platform/errors.ts'
import type { HeaderFields } from '#server/platform/http/api-request.ts'
import type { ResponseHeaders } from '#server/platform/http/response.ts'
import { newId } from '#server/platform/ids.ts'
import { log } from '#server/platform/log/log.ts'
import { processWide } from '#server/platform/process-wide.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { storeEvent } from './store-event.ts'
import { isFromSender } from './verify-sender.ts'

/**
 * Stores an event once it is known to come from the system of the connection; the job `read-events` reads it. An event
 * that is sent again is not stored again. Throws `unauthenticated`, which does not reveal whether there is such a
 * connection, and `rate_limited`.
 */
export async function receiveEvent(
  { now }: Context,
  name: string,
  headers: HeaderFields,
  bytes: Buffer,
  responseHeaders: ResponseHeaders,
): Promise<'stored' | 'duplicate'> {
  const connection = await findSender(name)
  const secret = connection?.secrets.signing_secret
  const body = bytes.toString('utf8')
  if (!connection?.isEnabled || !secret || !(await isFromSender(connection.kind, { headers, body }, secret))) {
    throw new AppError('unauthenticated', 'Unknown connection or invalid signature.')
  }
  countRequest(`connection:${connection.id}`, responseHeaders, 'events')
  const at = now.toISOString()
  const isNew = await storeEvent({
    id: newId('inb', now),
    connectionId: connection.id,
    deliveryId: deliveryIdOf(connection.kind, headers, body),
    headers: storedHeaders(headers),
    body: bytes,
    receivedAt: at,
    status: 'waiting',
    nextAttemptAt: at,
  })
  return isNew ? 'stored' : 'duplicate'
}

/** Milliseconds for which a connection is cached: how long an old secret is still accepted. */
const cachedMs = 3_000

const senders = () =>
  processWide(
    'event-senders',
    () =>
      new LRUCache<string, { readonly connection: OpenConnection | undefined }>({
        max: 1_000,
        ttl: cachedMs,
        fetchMethod: async (name) => {
          const row = await findConnection(getRuntime().db, name)
          return { connection: row && openSender(row) }
        },
      }),
  )

const findSender = async (name: string) => (await senders().fetch(name))?.connection

/** Undefined if its secret cannot be read, which its page says too. */
function openSender(row: ConnectionRow): OpenConnection | undefined {
  try {
    return openConnection(row)
  } catch (error) {
    log.warn({ err: error, connection: row.name }, 'events rejected')
    return undefined
  }
}

/** The headers that say what an event is; those with a credential are left out. */
const usedHeaders = [
  ...['content-type', 'x-github-event', 'x-gitlab-event', 'webhook-id'],
  ...[
    'ce-id',
    'ce-source',
    'ce-type',
    'ce-specversion',
    'ce-time',
    'ce-subject',
    'ce-datacontenttype',
    'ce-dataschema',
  ],
]

const storedHeaders = (headers: HeaderFields): Record<string, string> =>
  Object.fromEntries(
    usedHeaders.flatMap((name) => (headers.get(name) === null ? [] : [[name, headers.get(name) ?? '']])),
  )

const maxIdLength = 200

/** What identifies a delivery when it is sent again: the sender's identifier, else a hash of the body. */
function deliveryIdOf(kind: string, headers: HeaderFields, body: string): string {
  const id = sentId(kind, headers, body)
  const isUsable = id !== null && id.length <= maxIdLength && /^[\x21-\x7e ]+$/.test(id)
  return isUsable ? id : `sha256 ${hash('sha256', `${id ?? ''}\n${body}`, 'hex')}`
}

function sentId(kind: string, headers: HeaderFields, body: string): string | null {
  if (kind === 'github') return headers.get('x-github-delivery')
  if (kind === 'gitlab') return headers.get('idempotency-key')
  if (kind === 'jira') return headers.get('x-atlassian-webhook-identifier')
  if (kind === 'pagerduty') return pagerdutyId(body)
  const [id, source] = [headers.get('ce-id'), headers.get('ce-source')]
  if (id !== null && source !== null) return `${source} ${id}`
  return headers.get('webhook-id')
}

/** Its event id is in the body alone. */
function pagerdutyId(body: string): string | null {
  try {
    const { event } = JSON.parse(body)
    return typeof event?.id === 'string' ? event.id : null
  } catch {
    return null
  }
}
