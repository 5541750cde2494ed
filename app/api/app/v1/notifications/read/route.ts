import * as contract from '#lib/contracts/app/notifications.ts'
import { markAllNotificationsRead } from '#server/notifications/commands.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(contract.readAllNotifications, async (ctx, { body }) => ({
  body: { read_count: await markAllNotificationsRead(ctx, body) },
}))
