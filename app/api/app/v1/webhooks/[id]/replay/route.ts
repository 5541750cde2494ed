import * as contract from '#lib/contracts/app/webhook-deliveries.ts'
import { replayDeliveries } from '#server/change-feed/webhooks/deliveries.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(contract.replayDeliveries, async (ctx, { params, body }) => ({
  body: { replayed: await replayDeliveries(ctx, params.id, body) },
}))
