import { z } from 'zod'
import { endpointsFor } from '#lib/contracts/endpoint.ts'
import { pageOf } from '#lib/contracts/pages.ts'
import { CalendarDate, EmailAddress, Flag, nameText, oneOf, Timestamp } from '#lib/contracts/primitives.ts'
import { notificationKinds } from './values.ts'

const Session = z.object({
  id: z.string(),
  browser: z.string().nullable(),
  address: z.string().nullable(),
  started_at: Timestamp,
  seen_at: Timestamp,
  is_current: z.boolean(),
})
export type Session = z.infer<typeof Session>

const Proof = z.strictObject({
  current_password: z.string({ error: 'must be text' }).max(256).optional(),
})

const people = endpointsFor('Sessions', { role: 'viewer', onlyPeople: true })

export const listMySessions = people.get('listMySessions', '/sessions', {
  response: z.object({
    result: z.array(Session),
    total_count: z.int().min(0),
    needs_password: z.boolean(),
  }),
})

export const endMySession = people.post('endMySession', '/sessions/{id}/ending', {
  params: z.object({ id: z.string().min(1).max(64) }),
  body: Proof,
})

export const endMyOtherSessions = people.post('endMyOtherSessions', '/sessions/endings', { body: Proof })

export const NewAbsence = z
  .strictObject({
    starts_on: CalendarDate,
    ends_on: CalendarDate,
    delegate: EmailAddress,
  })
  .refine(({ starts_on, ends_on }) => starts_on <= ends_on, {
    path: ['ends_on'],
    error: 'must not be before the first day',
  })
export type NewAbsence = z.infer<typeof NewAbsence>

export const Absence = z.object({ ...NewAbsence.shape, delegate_name: z.string() })
export type Absence = z.infer<typeof Absence>

export const setAbsence = people.put('setAbsence', '/absence', {
  body: NewAbsence,
  response: z.object({ absence: Absence }),
})

export const deleteAbsence = people.delete('deleteAbsence', '/absence', {})

const Calendar = z.object({
  id: z.string(),
  service: z.string().nullable(),
  created_at: Timestamp,
  last_read_at: Timestamp.nullable(),
})
export type Calendar = z.infer<typeof Calendar>

export const NewCalendar = z.strictObject({
  service: nameText(254).nullable(),
})

const exampleSecret = 'Q2FsZW5kYXJfRVhBTVBMRV9vbmx5X0VYQU1QTEVfb25s'

const calendarReaders = endpointsFor('Calendars', { role: 'viewer', onlyPeople: true })
const anyone = endpointsFor('Calendars', 'public', '')

export const createCalendar = calendarReaders.post('createCalendar', '/calendars', {
  body: NewCalendar,
  response: z.object({
    calendar: Calendar,
    path: z.string(),
  }),
  status: 201,
  errors: ['conflict'],
})

export const revokeCalendar = calendarReaders.delete('revokeCalendar', '/calendars/{id}', {
  params: z.object({ id: z.string().min(1).max(64) }),
})

export const readCalendar = anyone.get('readCalendar', '/api/calendars/v1/{secret}/calendar.ics', {
  summary: 'Read a calendar by its address (RFC 5545)',
  description:
    'The entries of the last 365 days and all later ones, at most 1,000. Days are those of the organisation, times are in UTC. The calendar of a disabled account is not found.',
  params: z.object({ secret: z.string().min(1).max(128).describe('The secret of the address') }),
  errors: ['not_found', 'unavailable'],
  response: z.string(),
  responseType: 'text/calendar; charset=utf-8',
  examples: {
    params: { secret: exampleSecret },
    response: 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\n…\r\nEND:VCALENDAR',
  },
})

export const Notification = z.object({
  id: z.string(),
  kind: oneOf(notificationKinds).describe('What it is about'),
  title: z.string(),
  body: z.string(),
  path: z.string(),
  created_at: Timestamp.describe('When it was created'),
  read_at: Timestamp.nullable(),
})
export type Notification = z.infer<typeof Notification>

const recipients = endpointsFor('Notifications', { role: 'viewer', onlyPeople: true })

export const listNotifications = recipients.get('listNotifications', '/notifications', {
  query: z.strictObject({
    ...pageOf('Records', 100, 50),
    show: oneOf(['all', 'unread']).default('all'),
  }),
  response: z.object({
    result: z.array(Notification),
    total_count: z.int().min(0),
    unread_count: z.int().min(0),
  }),
})

export const readNotification = recipients.post('readNotification', '/notifications/{id}/read', {
  params: z.object({ id: z.string().min(1).max(64) }),
  response: Notification,
})

export const readAllNotifications = recipients.post('readAllNotifications', '/notifications/read', {
  body: z.strictObject({
    until: Timestamp,
  }),
  response: z.object({ read_count: z.int().min(0) }),
})

const isOn = (what: string) => Flag.describe(what)

const MailChoices = z.strictObject({
  is_mail_on: isOn('Whether each notification is mailed'),
  is_app_on: isOn('Whether notifications count as unread in the app; it stays on while `is_mail_on` is off'),
  is_digest_on: isOn('Whether the daily digest is mailed'),
  is_weekly_on: isOn('Whether the weekly pack is mailed'),
})

const MailPreferences = z.object({
  ...MailChoices.shape,
  email: z.string(),
  is_mail_sent: z.boolean(),
  digest_hour: z.int().min(0).max(23),
  time_zone: z.string(),
})
export type MailPreferences = z.infer<typeof MailPreferences>

const unsubscribers = endpointsFor('Notifications', 'public')

export const getMailPreferences = recipients.get('getMailPreferences', '/mail-preferences', {
  response: MailPreferences,
})

export const updateMailPreferences = recipients.patch('updateMailPreferences', '/mail-preferences', {
  body: MailChoices.partial(),
  response: MailPreferences,
})

const UnsubscribeParams = z.object({
  token: z.string().min(1).max(1000).describe('Signed token from the link in the mail; it does not expire'),
})

export const showUnsubscribe = unsubscribers.get('showUnsubscribe', '/unsubscribe/{token}', {
  summary: 'Redirect to the page for unsubscribing',
  description: 'Changes nothing, because programs that check links call it too.',
  params: UnsubscribeParams,
  response: z.string(),
  responseType: 'text/html; charset=utf-8',
  examples: {
    params: { token: 'bWFpbApndWVzdA.c2lnbmF0dXJl' },
    response: '<!doctype html><html lang="en">…</html>',
  },
})

export const unsubscribe = unsubscribers.post('unsubscribe', '/unsubscribe/{token}', {
  summary: 'Unsubscribe with one click, without signing in',
  description: 'Mail programs call it for `List-Unsubscribe-Post` (RFC 8058). The body is ignored.',
  params: UnsubscribeParams,
  examples: { params: { token: 'bWFpbApndWVzdA.c2lnbmF0dXJl' } },
})
