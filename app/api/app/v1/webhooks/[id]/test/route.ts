import * as contract from '#lib/contracts/app/webhook-deliveries.ts'
import { testWebhook } from '#server/change-feed/webhooks/deliveries.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(contract.testWebhook, async (ctx, { params }) => ({
  body: await testWebhook(ctx, params.id),
}))
