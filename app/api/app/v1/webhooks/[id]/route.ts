import * as contract from '#lib/contracts/app/webhooks.ts'
import { deleteWebhook, updateWebhook } from '#server/change-feed/webhooks/commands.ts'
import { getWebhook } from '#server/change-feed/webhooks/queries.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.getWebhook, async (ctx, { params }) => ({ body: await getWebhook(ctx, params.id) }))

export const PATCH = route(contract.updateWebhook, async (ctx, { params, body }) => ({
  body: await updateWebhook(ctx, params.id, body),
}))

export const DELETE = route(contract.deleteWebhook, async (ctx, { params }) => {
  await deleteWebhook(ctx, params.id)
  return { body: null }
})
