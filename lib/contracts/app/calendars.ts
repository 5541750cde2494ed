import { z } from 'zod'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { nameText, Timestamp } from '#lib/contracts/primitives.ts'

const Calendar = z
  .object({
    id: z.string().describe('Identifier of the calendar'),
    service: z
      .string()
      .nullable()
      .describe('The service whose change windows it shows; null for the reviews and actions of its owner'),
    created_at: Timestamp.describe('When its address was created'),
    last_read_at: Timestamp.nullable().describe('When a program last read it, exact to an hour; null for never'),
  })
  .meta({ id: 'Calendar' })
export type Calendar = z.infer<typeof Calendar>

export const NewCalendar = z
  .strictObject({
    service: nameText(254)
      .nullable()
      .describe('The service whose change windows it shows; null for the reviews and actions of the caller'),
  })
  .meta({ id: 'NewCalendar' })

const example: Calendar = {
  id: 'cal_01jdh3m8w5c2v7k9q4r6t8y0ab',
  service: 'payments-db',
  created_at: '2026-03-02T08:15:00.000Z',
  last_read_at: null,
}
const exampleSecret = 'Q2FsZW5kYXJfRVhBTVBMRV9vbmx5X0VYQU1QTEVfb25s'

export const listCalendars = endpoint({
  ...route('listCalendars', 'Calendars', 'GET', '/api/app/v1/calendars'),
  summary: 'List the calendars of the caller, at most 50',
  access: { role: 'viewer', onlyPeople: true },
  response: z.object({ result: z.array(Calendar) }),
  examples: { response: { result: [example] } },
})

export const createCalendar = endpoint({
  ...route('createCalendar', 'Calendars', 'POST', '/api/app/v1/calendars'),
  summary: 'Create a calendar of the caller; its address is only in this response',
  description:
    'Anybody who knows the address can read the calendar, without signing in. A calendar of the same content gets a new address; its former one stops working.',
  access: { role: 'viewer', onlyPeople: true },
  body: NewCalendar,
  response: z.object({
    calendar: Calendar,
    path: z.string().describe('Path of its address, with the secret'),
  }),
  status: 201,
  errors: ['conflict'],
  examples: {
    body: { service: example.service },
    response: { calendar: example, path: `/api/calendars/v1/${exampleSecret}/calendar.ics` },
  },
})

export const revokeCalendar = endpoint({
  ...route('revokeCalendar', 'Calendars', 'DELETE', '/api/app/v1/calendars/{id}'),
  summary: 'Revoke a calendar of the caller: its address stops working',
  access: { role: 'viewer', onlyPeople: true },
  params: z.object({ id: z.string().min(1).max(64).describe('Identifier of the calendar') }),
  response: z.null(),
  status: 204,
  errors: ['not_found'],
  examples: { params: { id: example.id } },
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
