import * as webhookDeliveries from '#lib/contracts/app/webhook-deliveries.ts'
import * as webhooks from '#lib/contracts/app/webhooks.ts'
import { route, routeTo, routeToList } from '#server/platform/api/route.ts'
import { createSecret, createWebhook, deleteWebhook, updateWebhook } from './webhooks/commands.ts'
import { getDelivery, listDeliveries, replayDeliveries, replayDelivery, testWebhook } from './webhooks/deliveries.ts'
import { findWebhooks, getWebhook } from './webhooks/queries.ts'

export const changeFeedApi = [
  routeTo(webhookDeliveries.replayDelivery, (ctx, { params }) => replayDelivery(ctx, params.id, params.delivery)),
  routeTo(webhookDeliveries.getDelivery, (ctx, { params }) => getDelivery(ctx, params.id, params.delivery)),
  routeToList(webhookDeliveries.listDeliveries, (ctx, { params, query }) => listDeliveries(ctx, params.id, query)),
  route(webhookDeliveries.replayDeliveries, async (ctx, { params, body }) => ({
    body: { replayed: await replayDeliveries(ctx, params.id, body) },
  })),
  routeTo(webhooks.getWebhook, (ctx, { params }) => getWebhook(ctx, params.id)),
  routeTo(webhooks.updateWebhook, (ctx, { params, body }) => updateWebhook(ctx, params.id, body)),
  routeTo(webhooks.deleteWebhook, (ctx, { params }) => deleteWebhook(ctx, params.id)),
  routeTo(webhooks.makeWebhookSecret, (ctx, { params, body }) =>
    createSecret(ctx, params.id, body.previous_secret_until),
  ),
  routeTo(webhookDeliveries.testWebhook, (ctx, { params }) => testWebhook(ctx, params.id)),
  routeToList(webhooks.listWebhooks, (ctx) => findWebhooks(ctx)),
  route(webhooks.createWebhook, async (ctx, { body }) => {
    const issued = await createWebhook(ctx, body)
    return { body: issued, location: `/api/app/v1/webhooks/${issued.webhook.id}` }
  }),
]
