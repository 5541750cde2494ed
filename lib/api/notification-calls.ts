import type * as preferences from '#lib/contracts/app/mail-preferences.ts'
import type * as notifications from '#lib/contracts/app/notifications.ts'
import { endpointHandle } from './endpoint-handle.ts'
import { endpointQuery } from './endpoint-query.ts'

const tag = 'Notifications'

export const listNotifications = endpointHandle<typeof notifications.listNotifications>({
  name: 'listNotifications',
  tag,
  method: 'GET',
  path: '/api/app/v1/notifications',
})
export const readNotification = endpointHandle<typeof notifications.readNotification>({
  name: 'readNotification',
  tag,
  method: 'POST',
  path: '/api/app/v1/notifications/{id}/read',
})
export const readAllNotifications = endpointHandle<typeof notifications.readAllNotifications>({
  name: 'readAllNotifications',
  tag,
  method: 'POST',
  path: '/api/app/v1/notifications/read',
})
const getMailPreferences = endpointHandle<typeof preferences.getMailPreferences>({
  name: 'getMailPreferences',
  tag,
  method: 'GET',
  path: '/api/app/v1/mail-preferences',
})
export const updateMailPreferences = endpointHandle<typeof preferences.updateMailPreferences>({
  name: 'updateMailPreferences',
  tag,
  method: 'PATCH',
  path: '/api/app/v1/mail-preferences',
})

/** What the bell shows: the newest few, asked for again and again. */
export const newestNotifications = endpointQuery(listNotifications, { query: { limit: 8 } }, { isBackground: true })

export const mailPreferencesQuery = endpointQuery(getMailPreferences, {})
