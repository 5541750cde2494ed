import * as contract from '#lib/contracts/app/notifications.ts'
import { markNotificationRead } from '#server/notifications/commands.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(contract.readNotification, async (ctx, { params }) => ({
  body: await markNotificationRead(ctx, params.id),
}))
