import { replayDeliveries } from '#lib/contracts/app/webhook-deliveries.ts'
import * as deliveries from '#server/change-feed/webhooks/deliveries.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(replayDeliveries, async (ctx, { params, body }) => ({
  body: { replayed: await deliveries.replayDeliveries(ctx, params.id, body) },
}))
