import { retryEvent } from '#lib/contracts/app/connections.ts'
import * as events from '#server/connections/inbound/retry-event.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(retryEvent, async (ctx, { params }) => {
  await events.retryEvent(ctx, params.id, params.event)
  return { body: null }
})
