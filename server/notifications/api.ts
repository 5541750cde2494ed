import * as mailPreferences from '#lib/contracts/app/mail-preferences.ts'
import * as notifications from '#lib/contracts/app/notifications.ts'
import { route, routeTo } from '#server/platform/api/route.ts'
import { getMailPreferences, updateMailPreferences } from '#server/platform/mail/preferences.ts'
import { showUnsubscribe, unsubscribe } from '#server/platform/mail/unsubscribe.ts'
import { listReadableSecrets } from '#server/platform/runtime/runtime.ts'
import { markAllNotificationsRead, markNotificationRead } from './commands.ts'
import { listNotifications } from './queries.ts'

export const notificationsApi = [
  routeTo(mailPreferences.getMailPreferences, (ctx) => getMailPreferences(ctx)),
  routeTo(mailPreferences.updateMailPreferences, (ctx, { body }) => updateMailPreferences(ctx, body)),
  routeTo(notifications.readNotification, (ctx, { params }) => markNotificationRead(ctx, params.id)),
  route(notifications.readAllNotifications, async (ctx, { body }) => ({
    body: { read_count: await markAllNotificationsRead(ctx, body) },
  })),
  route(notifications.listNotifications, async (ctx, { query }) => {
    const body = await listNotifications(ctx, query)
    return { body, paging: { page: query.page, limit: query.limit, total: body.total_count } }
  }),
  route(mailPreferences.showUnsubscribe, async (_ctx, { params }) => ({
    body: showUnsubscribe(params.token, listReadableSecrets()),
  })),
  routeTo(mailPreferences.unsubscribe, (ctx, { params }) => unsubscribe(ctx, params.token, listReadableSecrets())),
]
