import * as ownData from '#lib/contracts/app/own-data.ts'
import { route, routeTo } from '#server/platform/api/route.ts'
import { getMailPreferences, updateMailPreferences } from '#server/platform/mail/preferences.ts'
import { showUnsubscribe, unsubscribe } from '#server/platform/mail/unsubscribe.ts'
import { listReadableSecrets } from '#server/platform/runtime/runtime.ts'
import { markAllNotificationsRead, markNotificationRead } from './commands.ts'
import { listNotifications } from './queries.ts'

export const notificationsApi = [
  routeTo(ownData.getMailPreferences, (ctx) => getMailPreferences(ctx)),
  routeTo(ownData.updateMailPreferences, (ctx, { body }) => updateMailPreferences(ctx, body)),
  routeTo(ownData.readNotification, (ctx, { params }) => markNotificationRead(ctx, params.id)),
  route(ownData.readAllNotifications, async (ctx, { body }) => ({
    body: { read_count: await markAllNotificationsRead(ctx, body) },
  })),
  route(ownData.listNotifications, async (ctx, { query }) => {
    const body = await listNotifications(ctx, query)
    return { body, paging: { page: query.page, limit: query.limit, total: body.total_count } }
  }),
  route(ownData.showUnsubscribe, async (_ctx, { params }) => ({
    body: showUnsubscribe(params.token, listReadableSecrets()),
  })),
  routeTo(ownData.unsubscribe, (ctx, { params }) => unsubscribe(ctx, params.token, listReadableSecrets())),
]
