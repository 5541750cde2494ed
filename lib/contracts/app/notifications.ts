import { z } from 'zod'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { oneOf, Timestamp, wholeNumber } from '#lib/contracts/primitives.ts'
import { notificationKinds } from './notification-values.ts'

const Notification = z.object({
  id: z.string(),
  kind: oneOf(notificationKinds).describe('What it is about'),
  title: z.string(),
  body: z.string(),
  path: z.string(),
  created_at: Timestamp.describe('When it was created'),
  read_at: Timestamp.nullable(),
})
export type Notification = z.infer<typeof Notification>

export const listNotifications = endpoint({
  ...route('listNotifications', 'Notifications', 'GET', '/api/app/v1/notifications'),
  access: { role: 'viewer', onlyPeople: true },
  query: z.strictObject({
    page: wholeNumber(1, Number.MAX_SAFE_INTEGER).default(1).describe('Page number, from 1'),
    limit: wholeNumber(1, 100).default(50).describe('Records per page'),
    show: oneOf(['all', 'unread']).default('all'),
  }),
  response: z.object({
    result: z.array(Notification),
    total_count: z.int().min(0),
    unread_count: z.int().min(0),
  }),
})

export const readNotification = endpoint({
  ...route('readNotification', 'Notifications', 'POST', '/api/app/v1/notifications/{id}/read'),
  access: { role: 'viewer', onlyPeople: true },
  params: z.object({ id: z.string().min(1).max(64) }),
  response: Notification,
  errors: ['not_found'],
})

export const readAllNotifications = endpoint({
  ...route('readAllNotifications', 'Notifications', 'POST', '/api/app/v1/notifications/read'),
  access: { role: 'viewer', onlyPeople: true },
  body: z.strictObject({
    until: Timestamp,
  }),
  response: z.object({ read_count: z.int().min(0) }),
})
