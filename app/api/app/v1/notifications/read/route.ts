import { readAllNotifications } from '#lib/contracts/app/notifications.ts'
import * as commands from '#server/notifications/commands.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(readAllNotifications, async (ctx, { body }) => ({
  body: { read_count: await commands.readAllNotifications(ctx, body) },
}))
