import * as contract from '#lib/contracts/app/webhook-deliveries.ts'
import { listDeliveries } from '#server/change-feed/webhooks/deliveries.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.listDeliveries, async (ctx, { params, query }) => {
  const { rows, total } = await listDeliveries(ctx, params.id, query)
  return { body: { result: rows, total_count: total } }
})
