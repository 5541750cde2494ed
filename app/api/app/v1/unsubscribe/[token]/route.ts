import { showUnsubscribe, unsubscribe } from '#lib/contracts/app/mail-preferences.ts'
import { route } from '#server/platform/api/route.ts'
import * as links from '#server/platform/mail/unsubscribe.ts'
import { readableSecrets } from '#server/platform/runtime/runtime.ts'

export const GET = route(showUnsubscribe, async (_ctx, { params }) => ({
  body: links.showUnsubscribe(params.token, readableSecrets()),
}))

export const POST = route(unsubscribe, async (ctx, { params }) => {
  await links.unsubscribe(ctx, params.token, readableSecrets())
  return { body: null }
})
