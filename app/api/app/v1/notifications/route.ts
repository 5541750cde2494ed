import * as contract from '#lib/contracts/app/notifications.ts'
import { listNotifications } from '#server/notifications/queries.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.listNotifications, async (ctx, { query }) => {
  const body = await listNotifications(ctx, query)
  return { body, paging: { page: query.page, limit: query.limit, total: body.total_count } }
})
