import { z } from 'zod'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { oneOf, Timestamp, wholeNumber } from '#lib/contracts/primitives.ts'
import { Attempt } from './webhook-shapes.ts'
import { deliveryStates } from './webhook-values.ts'
import { exampleWebhook, WebhookId } from './webhooks.ts'

const access = { role: 'admin' } as const

const Delivery = z
  .object({
    id: z.string().describe('Identifier of the delivery, sent as `webhook-id`; the same in every attempt'),
    type: z.string().describe('Type of the event'),
    key: z.string().describe('Number, reference or identifier of the record'),
    status: oneOf(deliveryStates).describe('`failed` was given up after the last attempt'),
    tries: z.int().min(0).describe('Attempts since it was queued, or queued again'),
    created_at: Timestamp.describe('When it was queued first'),
    next_attempt_at: Timestamp.nullable().describe('When it is sent next at the earliest; null when it is finished'),
    finished_at: Timestamp.nullable().describe('When it was delivered or given up; null while it waits'),
  })
  .meta({ id: 'WebhookDelivery' })
export type Delivery = z.infer<typeof Delivery>

const DeliveryDetail = Delivery.extend({
  body: z.string().describe('The body of the request'),
  attempts: z.array(Attempt).describe('The last attempts, oldest first'),
}).meta({ id: 'WebhookDeliveryDetail' })
export type DeliveryDetail = z.infer<typeof DeliveryDetail>

const DeliveryId = WebhookId.extend({ delivery: z.string().min(1).max(64).describe('Identifier of the delivery') })
const params = { id: exampleWebhook.id }
const exampleDelivery: Delivery = {
  id: 'msg_2f0c4b1de6a97e58c3d1f0a2b4c6d8e0',
  type: 'review.signed_off',
  key: 'PIR-2026-0042',
  status: 'delivered',
  tries: 1,
  created_at: '2026-03-02T08:14:59.000Z',
  next_attempt_at: null,
  finished_at: '2026-03-02T08:15:00.000Z',
}
const deliveryParams = { ...params, delivery: exampleDelivery.id }
const exampleDetail: DeliveryDetail = {
  ...exampleDelivery,
  body: '{"type":"review.signed_off","timestamp":"2026-03-02T08:14:58.000Z","data":{"reference":"PIR-2026-0042","link":"https://hindsight.example.org/reviews/PIR-2026-0042"}}',
  attempts: [
    {
      at: '2026-03-02T08:15:00.000Z',
      duration_ms: 84,
      headers: { 'webhook-id': exampleDelivery.id, 'webhook-timestamp': '1772439300', 'webhook-signature': 'v1,…' },
      response: { status: 204, body: '' },
      error: null,
    },
  ],
}

export const testWebhook = endpoint({
  ...route('testWebhook', 'Webhooks', 'POST', '/api/app/v1/webhooks/{id}/test'),
  summary: 'Send the event `webhook.test` once, and return what came back',
  access,
  params: WebhookId,
  response: DeliveryDetail,
  errors: ['not_found'],
  examples: { params, response: { ...exampleDetail, type: 'webhook.test', key: exampleWebhook.id } },
})

export const listDeliveries = endpoint({
  ...route('listDeliveries', 'Webhooks', 'GET', '/api/app/v1/webhooks/{id}/deliveries'),
  summary: 'The deliveries of a webhook, newest first',
  access,
  params: WebhookId,
  query: z.strictObject({
    status: oneOf(deliveryStates).optional().describe('Current status'),
    page: wholeNumber(1, Number.MAX_SAFE_INTEGER).default(1).describe('Page number, from 1'),
    limit: wholeNumber(1, 100).default(50).describe('Deliveries per page'),
  }),
  response: z.object({ result: z.array(Delivery), total_count: z.int().min(0) }),
  errors: ['not_found'],
  examples: { params, query: { status: 'delivered' }, response: { result: [exampleDelivery], total_count: 1 } },
})

export const getDelivery = endpoint({
  ...route('getDelivery', 'Webhooks', 'GET', '/api/app/v1/webhooks/{id}/deliveries/{delivery}'),
  summary: 'A delivery with its body and attempts',
  access,
  params: DeliveryId,
  response: DeliveryDetail,
  errors: ['not_found'],
  examples: { params: deliveryParams, response: exampleDetail },
})

export const replayDelivery = endpoint({
  ...route('replayDelivery', 'Webhooks', 'POST', '/api/app/v1/webhooks/{id}/deliveries/{delivery}/replay'),
  summary: 'Send a delivery again, with the same identifier and body',
  access,
  params: DeliveryId,
  response: z.null(),
  status: 204,
  errors: ['not_found'],
  examples: { params: deliveryParams },
})

export const replayDeliveries = endpoint({
  ...route('replayDeliveries', 'Webhooks', 'POST', '/api/app/v1/webhooks/{id}/replay'),
  summary: 'Send the finished deliveries of a period again, in their order',
  description: 'Tests of the webhook are left out.',
  access,
  params: WebhookId,
  body: z
    .strictObject({
      since: Timestamp.describe('When the first of them was queued, at the earliest'),
      until: Timestamp.optional().describe('When the last of them was queued, at the latest; until now without it'),
      status: oneOf(['delivered', 'failed']).optional().describe('Only those with this status'),
    })
    .refine(({ since, until }) => until === undefined || Date.parse(since) <= Date.parse(until), {
      path: ['until'],
      error: 'must not be before since',
    })
    .meta({ id: 'WebhookReplay' }),
  response: z.object({ replayed: z.int().min(0).describe('Number of deliveries that were queued again') }),
  errors: ['not_found'],
  examples: {
    params,
    body: { since: '2026-03-02T00:00:00Z', until: '2026-03-03T00:00:00Z', status: 'failed' },
    response: { replayed: 12 },
  },
})
