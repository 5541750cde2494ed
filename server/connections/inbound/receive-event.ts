import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { findKind } from '#server/connections/all-kinds.ts'
import type { OpenConnection } from '#server/connections/connector.ts'
import { type ConnectionRow, findConnection, openConnection } from '#server/connections/find-connection.ts'
import { AppError } from '#server/platform/errors.ts'
import type { HeaderFields } from '#server/platform/http/api-request.ts'
import type { ResponseHeaders } from '#server/platform/http/response.ts'
import { newId } from '#server/platform/ids.ts'
import { runInTurn } from '#server/platform/limits/fair-queue.ts'
import { countRequest } from '#server/platform/limits/quota.ts'
import { log } from '#server/platform/log/log.ts'
import { processWide } from '#server/platform/process/process-wide.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { takeEventSpace } from './event-space.ts'
import type { Sender, SentRequest } from './senders/sender.ts'
import { storeEvent } from './store-event.ts'

/**
 * Verifies an event and stores it for the job `read-events`. A repeated event is not stored again and needs no space.
 * The events of a connection take turns, as the requests of any caller do. Throws `unauthenticated` (also for an
 * unknown connection, so as not to reveal it), `rate_limited`, `unavailable` and `insufficient_storage`.
 */
export async function receiveEvent(
  { now }: Context,
  name: string,
  headers: HeaderFields,
  bytes: Buffer,
  responseHeaders: ResponseHeaders,
): Promise<'stored' | 'duplicate'> {
  const connection = await loadConnection(name)
  const sender = connection && findKind(connection.kind)?.events
  const secret = connection?.secrets.signing_secret
  const request = { headers, body: bytes.toString('utf8') }
  // A request that cannot be examined, such as one without a body, is not verified.
  const isVerified = async () => !!secret && (await sender?.verify(request, secret)) === true
  if (!connection?.isEnabled || !sender || !(await isVerified().catch(() => false))) {
    throw new AppError('unauthenticated', 'Unknown connection or invalid signature.')
  }
  const { id: connectionId } = connection
  await countRequest(`connection:${connectionId}`, responseHeaders, 'events')
  return runInTurn(`connection:${connectionId}`, async () => {
    const space = await takeEventSpace(connectionId, bytes.length)
    const at = now.toISOString()
    const event = {
      id: newId('inb', now),
      connectionId,
      deliveryId: makeDeliveryId(sender, request),
      headers: storedHeaders(sender, headers),
      body: bytes,
      receivedAt: at,
      status: 'waiting',
      nextAttemptAt: at,
    } as const
    const outcome = await storeEvent(event, space.fault === undefined)
    if (outcome !== 'stored') space.free()
    if (outcome === undefined) throw space.fault
    return outcome
  })
}

/** Milliseconds for which a connection is cached; an old secret is accepted for that long. */
const cachedMs = 3_000

const cachedConnections = () =>
  processWide(
    'event-senders',
    () =>
      new LRUCache<string, { readonly connection: OpenConnection | undefined }>({
        max: 1_000,
        ttl: cachedMs,
        fetchMethod: async (name) => {
          const row = await findConnection(getRuntime().db, name)
          return { connection: row ? openUsable(row) : undefined }
        },
      }),
  )

const loadConnection = async (name: string) => (await cachedConnections().fetch(name))?.connection

/** Decrypts a connection; undefined if its secret cannot be read, which its page reports too. */
function openUsable(row: ConnectionRow): OpenConnection | undefined {
  try {
    return openConnection(row)
  } catch (error) {
    log.warn({ err: error, connection: row.name }, 'events rejected')
    return undefined
  }
}

/** Headers that any sender may have and a parser may need. */
const usedHeaders = ['content-type', 'webhook-id']

const storedHeaders = ({ reads: senderHeaders = [] }: Sender, headers: HeaderFields): Record<string, string> =>
  Object.fromEntries(
    [...usedHeaders, ...senderHeaders].flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )

const maxIdLength = 200

/** Identifies a delivery, to recognise a repeated one: the sender's identifier, else a hash of the body. */
function makeDeliveryId({ deliveryId }: Sender, request: SentRequest): string {
  let id: string | null = null
  try {
    id = deliveryId(request)
  } catch {
    // The body gives no identifier.
  }
  if (id !== null && id.length <= maxIdLength && /^[\x21-\x7e ]+$/.test(id)) return id
  return `sha256 ${hash('sha256', `${id ?? ''}\n${request.body}`, 'hex')}`
}
