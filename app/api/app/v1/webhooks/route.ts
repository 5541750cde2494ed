import { createWebhook, listWebhooks } from '#lib/contracts/app/webhooks.ts'
import * as commands from '#server/change-feed/webhooks/commands.ts'
import * as queries from '#server/change-feed/webhooks/queries.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(listWebhooks, async (ctx) => ({ body: { result: await queries.listWebhooks(ctx) } }))

export const POST = route(createWebhook, async (ctx, { body }) => {
  const issued = await commands.createWebhook(ctx, body)
  return { body: issued, location: `/api/app/v1/webhooks/${issued.webhook.id}` }
})
