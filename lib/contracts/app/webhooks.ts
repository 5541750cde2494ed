import { z } from 'zod'
import { articleFields } from '#lib/contracts/articles.ts'
import { change } from '#lib/contracts/changes.ts'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import type { eventEntities } from '#lib/contracts/events.ts'
import type { FilterFields } from '#lib/contracts/filter-fields.ts'
import { improvement } from '#lib/contracts/improvements.ts'
import { incident } from '#lib/contracts/incidents.ts'
import { nameText, oneOf, Timestamp, text } from '#lib/contracts/primitives.ts'
import { queueFields } from './queue.ts'
import { QuietHours } from './webhook-shapes.ts'
import { webhookFormats, webhookStates } from './webhook-values.ts'

const access = { role: 'admin' } as const

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

export const NewWebhook = z
  .strictObject({
    ...fields,
    filter: filter.default(null),
    format: format.default('thin'),
    quiet_hours: fields.quiet_hours.default(null),
  })
  .meta({ id: 'NewWebhook' })
export type NewWebhook = z.infer<typeof NewWebhook>

export const WebhookPatch = z
  .strictObject({ ...fields, state: oneOf(['on', 'off']).describe('Switches it on or off') })
  .partial()
  .meta({ id: 'WebhookPatch', description: 'What changes' })
export type WebhookPatch = z.infer<typeof WebhookPatch>

export const Webhook = z
  .object({
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
  .meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof Webhook>

export const WebhookId = z.object({ id: z.string().min(1).max(64).describe('Identifier of the webhook') })
const NewSecret = z
  .strictObject({
    previous_secret_until: Timestamp.nullable().describe(
      'The value of the webhook: the secret that is valid until then ends now. Another value is a conflict',
    ),
  })
  .meta({ id: 'NewWebhookSecret' })
const IssuedSecret = z.object({
  webhook: Webhook,
  secret: z.string().describe('The secret that signs deliveries, beginning with `whsec_`; only in this response'),
})

const exampleNew = {
  name: 'Release channel',
  url: 'https://example.org/hooks/hindsight',
  types: ['review.signed_off', 'review.overdue'],
  filter: 'risk = "high"',
  format: 'thin',
} as const
export const exampleWebhook: Webhook = {
  ...exampleNew,
  id: 'whk_01jdh3m8w5c2v7k9q4r6t8y0ab',
  types: [...exampleNew.types],
  quiet_hours: null,
  state: 'on',
  failing_since: null,
  busy_until: null,
  previous_secret_until: null,
  waiting: 0,
  failed: 0,
  last_delivered_at: '2026-03-02T08:15:00.000Z',
  updated_at: '2026-03-01T10:00:00.000Z',
  updated_by: 'Mira Sandberg',
}
const params = { id: exampleWebhook.id }
const exampleSecret = 'whsec_RVhBTVBMRS1vbmx5LUVYQU1QTEUtb25seS1FWEE='
export const listWebhooks = endpoint({
  ...route('listWebhooks', 'Webhooks', 'GET', '/api/app/v1/webhooks'),
  summary: 'The webhooks, by name',
  access,
  response: z.object({ result: z.array(Webhook) }),
  examples: { response: { result: [exampleWebhook] } },
})

export const createWebhook = endpoint({
  ...route('createWebhook', 'Webhooks', 'POST', '/api/app/v1/webhooks'),
  summary: 'Add a webhook; its secret is only in this response',
  description: 'It is sent what happens from now on.',
  access,
  body: NewWebhook,
  response: IssuedSecret,
  status: 201,
  errors: ['conflict'],
  examples: { body: exampleNew, response: { webhook: exampleWebhook, secret: exampleSecret } },
})

export const getWebhook = endpoint({
  ...route('getWebhook', 'Webhooks', 'GET', '/api/app/v1/webhooks/{id}'),
  summary: 'Get one webhook',
  access,
  params: WebhookId,
  response: Webhook,
  errors: ['not_found'],
  examples: { params, response: exampleWebhook },
})

export const updateWebhook = endpoint({
  ...route('updateWebhook', 'Webhooks', 'PATCH', '/api/app/v1/webhooks/{id}'),
  summary: 'Change a webhook, or switch it on or off',
  description: 'What happened while it was off is sent when it is switched on again.',
  access,
  params: WebhookId,
  body: WebhookPatch,
  response: Webhook,
  errors: ['not_found', 'conflict'],
  examples: { params, body: { state: 'off' }, response: { ...exampleWebhook, state: 'off' } },
})

export const deleteWebhook = endpoint({
  ...route('deleteWebhook', 'Webhooks', 'DELETE', '/api/app/v1/webhooks/{id}'),
  summary: 'Delete a webhook and its deliveries',
  access,
  params: WebhookId,
  response: z.null(),
  status: 204,
  errors: ['not_found'],
  examples: { params },
})

export const makeWebhookSecret = endpoint({
  ...route('makeWebhookSecret', 'Webhooks', 'POST', '/api/app/v1/webhooks/{id}/secret'),
  summary: 'Make a new secret; it is only in this response',
  description:
    'The previous secret signs too for a day, so that the receiver can change it meanwhile. One that is older ends: `previous_secret_until` names it.',
  access,
  params: WebhookId,
  body: NewSecret,
  response: IssuedSecret,
  errors: ['not_found', 'conflict'],
  examples: {
    params,
    body: { previous_secret_until: exampleWebhook.previous_secret_until },
    response: { webhook: exampleWebhook, secret: exampleSecret },
  },
})
