import { replayDelivery } from '#lib/contracts/app/webhook-deliveries.ts'
import * as deliveries from '#server/change-feed/webhooks/deliveries.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(replayDelivery, async (ctx, { params }) => {
  await deliveries.replayDelivery(ctx, params.id, params.delivery)
  return { body: null }
})
