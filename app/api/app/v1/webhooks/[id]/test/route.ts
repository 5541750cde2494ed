import { testWebhook } from '#lib/contracts/app/webhook-deliveries.ts'
import * as deliveries from '#server/change-feed/webhooks/deliveries.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(testWebhook, async (ctx, { params }) => ({
  body: await deliveries.testWebhook(ctx, params.id),
}))
