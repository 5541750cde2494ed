import { Webhook } from 'standardwebhooks'
import type { WebhookFormat } from '#lib/contracts/app/values.ts'
import type { Attempt } from '#lib/contracts/app/webhooks.ts'
import { shorten } from '#lib/text/shorten.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { AppError, isAppError } from '#server/platform/errors.ts'
import { assertOriginal } from '#server/platform/installation.ts'
import { createOutgoing } from '#server/platform/outgoing/create-outgoing.ts'
import { getHostRules } from '#server/platform/outgoing/ip-address.ts'
import {
  type Outgoing,
  OutgoingError,
  type OutgoingResponse,
  readRetryAfter,
} from '#server/platform/outgoing/outgoing.ts'
import type { webhookDeliveries } from '#server/schema/webhooks.ts'
import { contentTypes } from './event-body.ts'
import { openWebhook, type WebhookRow, type WebhookSecrets } from './sealed-webhook.ts'

export type DeliveryRow = typeof webhookDeliveries.$inferSelect

/** Milliseconds within which a receiver must respond. */
export const responseTimeoutMs = 15_000
/** Maximum bytes of a response that are read, and characters that are stored. */
const maxResponseBytes = 1024 * 1024
const maxStoredLength = 2_000

/** Result of an attempt; `retryAfterMs` is the wait that the receiver asks for, or 0. */
export type DeliveryOutcome = { readonly attempt: Attempt; readonly isGone: boolean; readonly retryAfterMs: number }

/** Maximum number of concurrent requests to a receiver. */
export const maxAtOnce = 10

/** Creates the client for webhooks. It sends each request once, since deliveries have their own schedule. */
export const openWebhookClient = (db: Queryable): Outgoing =>
  createOutgoing({
    kind: 'webhook',
    assertOriginal: () => assertOriginal(db),
    ...getHostRules(),
    isSentOnce: true,
    connections: maxAtOnce,
  })

/** Sends a delivery once, signed as Standard Webhooks 1.0. The outcome reports failures, also an unreadable secret. */
export async function attemptDelivery(
  outgoing: Outgoing,
  webhook: WebhookRow,
  { id, body }: Pick<DeliveryRow, 'id' | 'body'>,
  at: Date,
  timeoutMs = responseTimeoutMs,
): Promise<DeliveryOutcome> {
  const began = performance.now()
  let headers: Attempt['headers'] = {}
  const toOutcome = (response: OutgoingResponse | null, error: string | null): DeliveryOutcome => ({
    attempt: {
      at: at.toISOString(),
      duration_ms: Math.round(performance.now() - began),
      headers,
      response: response && {
        status: response.status,
        body: shorten(response.body.toString('utf8').replaceAll('\0', '\ufffd'), maxStoredLength),
      },
      error,
    },
    isGone: response?.status === 410,
    retryAfterMs: readRetryAfter(response?.headers['retry-after']) ?? 0,
  })
  try {
    const sealed = openWebhook(webhook)
    headers = buildRequestHeaders(webhook.format, { id, body }, listSecretsAt(webhook, sealed, at), at)
    const { url } = sealed
    const response = await outgoing.send({ method: 'POST', url, headers, body, timeoutMs, maxBytes: maxResponseBytes })
    return toOutcome(response, describeFailure(response))
  } catch (error) {
    // A copy holds its deliveries: this is no attempt.
    if (error instanceof OutgoingError && error.reason === 'copy') throw new AppError('conflict', error.message)
    if (error instanceof OutgoingError || isAppError(error)) return toOutcome(null, error.message)
    throw error
  }
}

/** Returns the headers of a delivery that is sent at a moment, signed with each of the secrets. */
export const buildRequestHeaders = (
  format: WebhookFormat,
  { id, body }: Pick<DeliveryRow, 'id' | 'body'>,
  secrets: readonly string[],
  at: Date,
): Attempt['headers'] => ({
  'content-type': contentTypes[format],
  'user-agent': 'Hindsight',
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
})

/** Returns the secrets that sign at a moment: the current one, and the previous one until it expires. */
function listSecretsAt({ previousUntil }: WebhookRow, { secret, previous }: WebhookSecrets, at: Date) {
  const isRotating = previous !== undefined && previousUntil !== null && previousUntil > at.toISOString()
  return isRotating ? [secret, previous] : [secret]
}

function describeFailure({ status, headers: { location } }: OutgoingResponse): string | null {
  if (status >= 200 && status <= 299) return null
  if (status >= 300 && status <= 399 && location !== undefined) {
    return `It redirects to ${shorten(location, 200)}, which is not followed.`
  }
  return status === 410 ? 'It answered 410: the receiver is gone.' : `It answered ${status}.`
}
