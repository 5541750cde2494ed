import { z } from 'zod'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { oneOf, Timestamp, wholeNumber } from '#lib/contracts/primitives.ts'
import { notificationKinds } from './notification-values.ts'

const Notification = z
  .object({
    id: z.string().describe('Identifier of the notification'),
    kind: oneOf(notificationKinds).describe('What it is about'),
    title: z.string().describe('What happened, in a line'),
    body: z.string().describe('What it is about, in a sentence or two'),
    path: z.string().describe('The page that it links to'),
    created_at: Timestamp.describe('When it was created'),
    read_at: Timestamp.nullable().describe('When the person read it; null before'),
  })
  .meta({ id: 'Notification' })
export type Notification = z.infer<typeof Notification>

const exampleNotification: Notification = {
  id: 'ntf_01jdh3m8w5c2v7k9q4r6t8y0ab',
  kind: 'review_assigned',
  title: 'You were assigned PIR-2026-0042',
  body: 'The review of CHG0000042, Certificate rotation on the payment gateway, is due on 20 March 2026.',
  path: '/changes/CHG0000042/review',
  created_at: '2026-03-06T08:15:00.000Z',
  read_at: null,
}

export const listNotifications = endpoint({
  ...route('listNotifications', 'Notifications', 'GET', '/api/app/v1/notifications'),
  summary: 'List the notifications of the caller, newest first',
  description: '`unread_count` counts all unread notifications, regardless of page and filter.',
  access: { role: 'viewer', onlyPeople: true },
  query: z.strictObject({
    page: wholeNumber(1, Number.MAX_SAFE_INTEGER).default(1).describe('Page number, from 1'),
    limit: wholeNumber(1, 100).default(50).describe('Records per page'),
    show: oneOf(['all', 'unread']).default('all').describe('Everything, or only what is unread'),
  }),
  response: z.object({
    result: z.array(Notification),
    total_count: z.int().min(0).describe('Number of matching notifications'),
    unread_count: z.int().min(0).describe('Number of unread notifications'),
  }),
  examples: {
    query: { show: 'unread' },
    response: { result: [exampleNotification], total_count: 1, unread_count: 1 },
  },
})

export const readNotification = endpoint({
  ...route('readNotification', 'Notifications', 'POST', '/api/app/v1/notifications/{id}/read'),
  summary: 'Mark a notification of the caller as read',
  description: 'A notification that was already read keeps its time.',
  access: { role: 'viewer', onlyPeople: true },
  params: z.object({ id: z.string().min(1).max(64).describe('Identifier of the notification') }),
  response: Notification,
  errors: ['not_found'],
  examples: {
    params: { id: exampleNotification.id },
    response: { ...exampleNotification, read_at: '2026-03-06T09:00:00.000Z' },
  },
})

export const readAllNotifications = endpoint({
  ...route('readAllNotifications', 'Notifications', 'POST', '/api/app/v1/notifications/read'),
  summary: 'Mark all notifications of the caller as read',
  access: { role: 'viewer', onlyPeople: true },
  body: z
    .strictObject({
      until: Timestamp.describe('Time of the newest one that was seen; later ones stay unread'),
    })
    .meta({ id: 'ReadUntil' }),
  response: z.object({ read_count: z.int().min(0).describe('Number of notifications that were unread') }),
  examples: { body: { until: '2026-03-06T08:15:00.000Z' }, response: { read_count: 3 } },
})
