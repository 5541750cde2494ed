import { readAllNotifications } from '#lib/contracts/app/notifications.ts'
import { route } from '#server/http/route.ts'
import * as commands from '#server/notifications/commands.ts'

export const POST = route(readAllNotifications, async (ctx, { body }) => ({
  body: { read_count: await commands.readAllNotifications(ctx, body) },
}))
