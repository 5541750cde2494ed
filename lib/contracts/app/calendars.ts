import { z } from 'zod'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { nameText, Timestamp } from '#lib/contracts/primitives.ts'

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

export const listCalendars = endpoint({
  ...route('listCalendars', 'Calendars', 'GET', '/api/app/v1/calendars'),
  access: { role: 'viewer', onlyPeople: true },
  response: z.object({ result: z.array(Calendar) }),
})

export const createCalendar = endpoint({
  ...route('createCalendar', 'Calendars', 'POST', '/api/app/v1/calendars'),
  access: { role: 'viewer', onlyPeople: true },
  body: NewCalendar,
  response: z.object({
    calendar: Calendar,
    path: z.string(),
  }),
  status: 201,
  errors: ['conflict'],
})

export const revokeCalendar = endpoint({
  ...route('revokeCalendar', 'Calendars', 'DELETE', '/api/app/v1/calendars/{id}'),
  access: { role: 'viewer', onlyPeople: true },
  params: z.object({ id: z.string().min(1).max(64) }),
  response: z.null(),
  status: 204,
  errors: ['not_found'],
})

export const readCalendar = endpoint({
  ...route('readCalendar', 'Calendars', 'GET', '/api/calendars/v1/{secret}/calendar.ics'),
  summary: 'Read a calendar by its address (RFC 5545)',
  description:
    'The entries of the last 365 days and all later ones, at most 1,000. Days are those of the organisation, times are in UTC. The calendar of a disabled account is not found.',
  access: 'public',
  params: z.object({ secret: z.string().min(1).max(128).describe('The secret of the address') }),
  response: z.string(),
  responseType: 'text/calendar; charset=utf-8',
  errors: ['not_found'],
  examples: {
    params: { secret: exampleSecret },
    response: 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\n…\r\nEND:VCALENDAR',
  },
})
