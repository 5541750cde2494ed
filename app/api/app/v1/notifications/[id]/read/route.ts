import { readNotification } from '#lib/contracts/app/notifications.ts'
import * as commands from '#server/notifications/commands.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(readNotification, async (ctx, { params }) => ({
  body: await commands.readNotification(ctx, params.id),
}))
