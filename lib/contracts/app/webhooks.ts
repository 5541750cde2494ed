import { z } from 'zod'
import { articleFields } from '#lib/contracts/articles.ts'
import { change } from '#lib/contracts/changes.ts'
import { endpointsFor } from '#lib/contracts/endpoint.ts'
import type { eventEntities } from '#lib/contracts/events.ts'
import type { FilterFields } from '#lib/contracts/filter-fields.ts'
import { improvement } from '#lib/contracts/improvements.ts'
import { incident } from '#lib/contracts/incidents.ts'
import { nameText, oneOf, Timestamp, text, whole } from '#lib/contracts/primitives.ts'
import { queueFields } from './queue.ts'
import { webhookFormats, webhookStates } from './values.ts'

const hour = whole(0, 23)
export const QuietHours = z
  .strictObject({
    days: z
      .array(whole(1, 7), { error: 'must be a list of days, from 1 for Monday to 7 for Sunday' })
      .max(7, { error: 'must have each day at most once' })
      .describe('Days of the week on which nothing is sent, 1 for Monday to 7 for Sunday'),
    from: hour.describe('Hour from which nothing is sent on every day'),
    until: hour.describe('Hour from which messages are sent again; the same as `from` for no such hours'),
  })
  .refine(({ days }) => new Set(days).size < 7, { error: 'must leave a day for messages', path: ['days'] })
export type QuietHours = z.infer<typeof QuietHours>

/** One request with its response; its body is the body of the delivery. */
export const Attempt = z.object({
  at: Timestamp.describe('When it was sent'),
  duration_ms: z.int().min(0).describe('Milliseconds until the response, or until it failed'),
  headers: z.record(z.string(), z.string()).describe('Headers of the request'),
  response: z
    .object({ status: z.int(), body: z.string().describe('The beginning of the body') })
    .nullable()
    .describe('Null when nothing came back'),
  error: z.string().nullable().describe('Why it counts as failed; null after a success'),
})
export type Attempt = z.infer<typeof Attempt>

/** The fields that the filter of a webhook may name, by kind of record. */
export const webhookFilterFields: Readonly<Record<(typeof eventEntities)[number], FilterFields>> = {
  change: change.filterFields,
  incident: incident.filterFields,
  review: queueFields,
  improvement: improvement.filterFields,
  article: articleFields,
}

const urlError = 'must be a URL such as https://example.org/hook'
/** True for a URL without a fragment and credentials. */
const isBareUrl = (text: string) =>
  URL.canParse(text) && !/[#\s]/.test(text) && new URL(text).username === '' && new URL(text).password === ''
const ReceiverUrl = z
  .url({ protocol: /^https?$/, error: urlError, abort: true })
  .max(2000, { error: 'must have at most 2,000 characters' })
  .refine(isBareUrl, { error: urlError })
  .describe('Where events are sent to')

const types = z
  .array(text(60).regex(/^[a-z]+\.(?:\*|[a-z_]+)$/, { error: 'must be a type such as review.signed_off or review.*' }))
  .min(1, { error: 'must have at least one type' })
  .max(200, { error: 'must have at most 200 types' })
  .describe('Types of events, such as `review.signed_off`; `review.*` is all of reviews')

const filter = text(2000)
  .nullable()
  .describe(
    'Which records the events are about, in the filter language, if all types are of one kind of record; null for all',
  )

const format = oneOf(webhookFormats).describe(
  '`thin` sends type, time, reference and link; `record` also the record; `cloudevent` a CloudEvent; `slack` and `teams` a message',
)

const fields = {
  name: nameText(60).describe('Unique name'),
  url: ReceiverUrl,
  types,
  filter,
  format,
  quiet_hours: QuietHours.nullable().describe('When messages wait; null for never'),
}

export const NewWebhook = z.strictObject({
  ...fields,
  filter: filter.default(null),
  format: format.default('thin'),
  quiet_hours: fields.quiet_hours.default(null),
})
export type NewWebhook = z.infer<typeof NewWebhook>

export const WebhookPatch = z
  .strictObject({ ...fields, state: oneOf(['on', 'off']).describe('Switches it on or off') })
  .partial()
export type WebhookPatch = z.infer<typeof WebhookPatch>

export const Webhook = z.object({
  id: z.string().describe('Identifier of the webhook'),
  ...fields,
  url: z.string().describe('Where events are sent to; of one whose secret cannot be read, only scheme and host'),
  types: z.array(z.string()).describe(types.description ?? ''),
  state: oneOf(webhookStates).describe(
    '`paused` after three days of failures, `gone` after the receiver answered 410; both start again when switched on',
  ),
  failing_since: Timestamp.nullable().describe('Since when no delivery has succeeded; null after a success'),
  busy_until: Timestamp.nullable().describe('Until when its receiver asked to be sent nothing; null if it never did'),
  previous_secret_until: Timestamp.nullable().describe('Until when the previous secret signs too; null without one'),
  waiting: z.int().min(0).describe('Deliveries that wait to be sent'),
  failed: z.int().min(0).describe('Deliveries that were given up'),
  last_delivered_at: Timestamp.nullable().describe('When the last delivery succeeded; null before the first'),
  updated_at: Timestamp.describe('When it was last changed'),
  updated_by: z.string().describe('Name of the person who changed it'),
})
export type Webhook = z.infer<typeof Webhook>

export const WebhookId = z.object({ id: z.string().min(1).max(64).describe('Identifier of the webhook') })
const NewSecret = z.strictObject({
  previous_secret_until: Timestamp.nullable().describe(
    'The value of the webhook: the secret that is valid until then ends now. Another value is a conflict',
  ),
})
const IssuedSecret = z.object({
  webhook: Webhook,
  secret: z.string().describe('The secret that signs deliveries, beginning with `whsec_`; only in this response'),
})
const admins = endpointsFor('Webhooks', { role: 'admin' })

export const listWebhooks = admins.get('listWebhooks', '/webhooks', {
  response: z.object({ result: z.array(Webhook) }),
})

export const createWebhook = admins.post('createWebhook', '/webhooks', {
  body: NewWebhook,
  response: IssuedSecret,
  status: 201,
  errors: ['conflict'],
})

export const getWebhook = admins.get('getWebhook', '/webhooks/{id}', {
  params: WebhookId,
  response: Webhook,
})

export const updateWebhook = admins.patch('updateWebhook', '/webhooks/{id}', {
  params: WebhookId,
  body: WebhookPatch,
  response: Webhook,
  errors: ['not_found', 'conflict'],
})

export const deleteWebhook = admins.delete('deleteWebhook', '/webhooks/{id}', {
  params: WebhookId,
})

export const makeWebhookSecret = admins.post('makeWebhookSecret', '/webhooks/{id}/secret', {
  params: WebhookId,
  body: NewSecret,
  response: IssuedSecret,
  errors: ['not_found', 'conflict'],
})
