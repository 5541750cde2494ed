import { listNotifications } from '#lib/contracts/app/notifications.ts'
import * as queries from '#server/notifications/queries.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(listNotifications, async (ctx, { query }) => {
  const body = await queries.listNotifications(ctx, query)
  return { body, paging: { page: query.page, limit: query.limit, total: body.total_count } }
})
