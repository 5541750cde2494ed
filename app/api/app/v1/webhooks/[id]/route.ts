import { deleteWebhook, getWebhook, updateWebhook } from '#lib/contracts/app/webhooks.ts'
import * as commands from '#server/change-feed/webhooks/commands.ts'
import * as queries from '#server/change-feed/webhooks/queries.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(getWebhook, async (ctx, { params }) => ({ body: await queries.getWebhook(ctx, params.id) }))

export const PATCH = route(updateWebhook, async (ctx, { params, body }) => ({
  body: await commands.updateWebhook(ctx, params.id, body),
}))

export const DELETE = route(deleteWebhook, async (ctx, { params }) => {
  await commands.deleteWebhook(ctx, params.id)
  return { body: null }
})
