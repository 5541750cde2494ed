import * as contract from '#lib/contracts/app/connections.ts'
import { retryEvent } from '#server/connections/inbound/retry-event.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(contract.retryEvent, async (ctx, { params }) => {
  await retryEvent(ctx, params.id, params.event)
  return { body: null }
})
