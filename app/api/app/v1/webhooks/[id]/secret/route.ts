import * as contract from '#lib/contracts/app/webhooks.ts'
import { createSecret } from '#server/change-feed/webhooks/commands.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(contract.makeWebhookSecret, async (ctx, { params, body }) => ({
  body: await createSecret(ctx, params.id, body.previous_secret_until),
}))
