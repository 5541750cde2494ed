import * as contract from '#lib/contracts/app/webhooks.ts'
import { createWebhook } from '#server/change-feed/webhooks/commands.ts'
import { listWebhooks } from '#server/change-feed/webhooks/queries.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.listWebhooks, async (ctx) => ({ body: { result: await listWebhooks(ctx) } }))

export const POST = route(contract.createWebhook, async (ctx, { body }) => {
  const issued = await createWebhook(ctx, body)
  return { body: issued, location: `/api/app/v1/webhooks/${issued.webhook.id}` }
})
