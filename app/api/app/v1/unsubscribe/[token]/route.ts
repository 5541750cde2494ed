import * as contract from '#lib/contracts/app/mail-preferences.ts'
import { route } from '#server/platform/api/route.ts'
import { showUnsubscribe, unsubscribe } from '#server/platform/mail/unsubscribe.ts'
import { listReadableSecrets } from '#server/platform/runtime/runtime.ts'

export const GET = route(contract.showUnsubscribe, async (_ctx, { params }) => ({
  body: showUnsubscribe(params.token, listReadableSecrets()),
}))

export const POST = route(contract.unsubscribe, async (ctx, { params }) => {
  await unsubscribe(ctx, params.token, listReadableSecrets())
  return { body: null }
})
