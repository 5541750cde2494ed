import * as contract from '#lib/contracts/events.ts'
import { followEvents } from '#server/change-feed/follow-events.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.listEvents, async (ctx, { query }) => {
  const { feed, waitedMs } = await followEvents(ctx, query)
  return { body: feed, waitedMs }
})
