import { readNotification } from '#lib/contracts/app/notifications.ts'
import { route } from '#server/http/route.ts'
import * as commands from '#server/notifications/commands.ts'

export const POST = route(readNotification, async (ctx, { params }) => ({
  body: await commands.readNotification(ctx, params.id),
}))
