import { receiveEvent } from '#lib/contracts/inbound-events.ts'
import * as inbound from '#server/connections/inbound/receive-event.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(receiveEvent, async (ctx, { params, raw, request, responseHeaders }) => ({
  body: { status: await inbound.receiveEvent(ctx, params.connection, request.headers, raw, responseHeaders) },
}))
