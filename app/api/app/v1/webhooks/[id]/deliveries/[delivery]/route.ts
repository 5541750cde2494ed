import { getDelivery } from '#lib/contracts/app/webhook-deliveries.ts'
import * as deliveries from '#server/change-feed/webhooks/deliveries.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(getDelivery, async (ctx, { params }) => ({
  body: await deliveries.getDelivery(ctx, params.id, params.delivery),
}))
