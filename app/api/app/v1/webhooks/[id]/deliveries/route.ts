import { listDeliveries } from '#lib/contracts/app/webhook-deliveries.ts'
import * as deliveries from '#server/change-feed/webhooks/deliveries.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(listDeliveries, async (ctx, { params, query }) => {
  const { rows, total } = await deliveries.listDeliveries(ctx, params.id, query)
  return { body: { result: rows, total_count: total } }
})
