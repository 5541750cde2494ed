import * as contract from '#lib/contracts/app/webhook-deliveries.ts'
import { replayDelivery } from '#server/change-feed/webhooks/deliveries.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(contract.replayDelivery, async (ctx, { params }) => {
  await replayDelivery(ctx, params.id, params.delivery)
  return { body: null }
})
