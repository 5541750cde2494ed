import { listNotifications } from '#lib/contracts/app/notifications.ts'
import { route } from '#server/http/route.ts'
import * as queries from '#server/notifications/queries.ts'

export const GET = route(listNotifications, async (ctx, { query }) => {
  const body = await queries.listNotifications(ctx, query)
  return { body, paging: { page: query.page, limit: query.limit, total: body.total_count } }
})
