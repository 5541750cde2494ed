import * as contract from '#lib/contracts/app/webhook-deliveries.ts'
import { getDelivery } from '#server/change-feed/webhooks/deliveries.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.getDelivery, async (ctx, { params }) => ({
  body: await getDelivery(ctx, params.id, params.delivery),
}))
