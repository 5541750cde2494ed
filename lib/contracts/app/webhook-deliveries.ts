import { z } from 'zod'
import { endpointsFor } from '#lib/contracts/endpoint.ts'
import { pageOf } from '#lib/contracts/pages.ts'
import { oneOf, Timestamp } from '#lib/contracts/primitives.ts'
import { deliveryStates } from './values.ts'
import { Attempt, WebhookId } from './webhooks.ts'

const Delivery = z.object({
  id: z.string().describe('Identifier of the delivery, sent as `webhook-id`; the same in every attempt'),
  type: z.string().describe('Type of the event'),
  key: z.string().describe('Number, reference or identifier of the record'),
  status: oneOf(deliveryStates).describe('`failed` was given up after the last attempt'),
  tries: z.int().min(0).describe('Attempts since it was queued, or queued again'),
  created_at: Timestamp.describe('When it was queued first'),
  next_attempt_at: Timestamp.nullable().describe('When it is sent next at the earliest; null when it is finished'),
  finished_at: Timestamp.nullable().describe('When it was delivered or given up; null while it waits'),
})
export type Delivery = z.infer<typeof Delivery>

const DeliveryDetail = Delivery.extend({
  body: z.string().describe('The body of the request'),
  attempts: z.array(Attempt).describe('The last attempts, oldest first'),
})
export type DeliveryDetail = z.infer<typeof DeliveryDetail>

const DeliveryId = WebhookId.extend({ delivery: z.string().min(1).max(64).describe('Identifier of the delivery') })

const admins = endpointsFor('Webhooks', { role: 'admin' })

export const testWebhook = admins.post('testWebhook', '/webhooks/{id}/test', {
  params: WebhookId,
  response: DeliveryDetail,
  errors: ['not_found', 'conflict'],
})

export const listDeliveries = admins.get('listDeliveries', '/webhooks/{id}/deliveries', {
  params: WebhookId,
  query: z.strictObject({
    status: oneOf(deliveryStates).optional().describe('Current status'),
    ...pageOf('Deliveries', 100, 50),
  }),
  response: z.object({ result: z.array(Delivery), total_count: z.int().min(0) }),
})

export const getDelivery = admins.get('getDelivery', '/webhooks/{id}/deliveries/{delivery}', {
  params: DeliveryId,
  response: DeliveryDetail,
})

export const replayDelivery = admins.post('replayDelivery', '/webhooks/{id}/deliveries/{delivery}/replay', {
  params: DeliveryId,
})

export const replayDeliveries = admins.post('replayDeliveries', '/webhooks/{id}/replay', {
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
    }),
  response: z.object({ replayed: z.int().min(0).describe('Number of deliveries that were queued again') }),
})
