import * as contract from '#lib/contracts/events.ts'
import { receiveEvent } from '#server/connections/inbound/receive-event.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(contract.receiveEvent, async (ctx, { params, raw, request, responseHeaders }) => ({
  body: { status: await receiveEvent(ctx, params.connection, request.headers, raw, responseHeaders) },
}))
