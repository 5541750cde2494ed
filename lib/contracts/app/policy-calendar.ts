import { z } from 'zod'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { CalendarDate, text, wholeNumber } from '#lib/contracts/primitives.ts'

export const Holiday = z
  .strictObject({
    day: CalendarDate.describe('The day'),
    name: text(100).describe('Name of the holiday'),
  })
  .meta({ id: 'Holiday', description: 'A day besides Saturdays and Sundays that is not a business day' })
export type Holiday = z.infer<typeof Holiday>

const exampleHoliday: Holiday = { day: '2026-12-25', name: 'Christmas Day' }

export const listHolidays = endpoint({
  ...route('listHolidays', 'Policy', 'GET', '/api/app/v1/policy/holidays'),
  summary: 'List the holidays by date',
  access: { role: 'reviewer' },
  response: z.object({ result: z.array(Holiday), total_count: z.int().min(0) }),
  examples: { response: { result: [exampleHoliday], total_count: 1 } },
})

export const createHoliday = endpoint({
  ...route('createHoliday', 'Policy', 'POST', '/api/app/v1/policy/holidays'),
  access: { role: 'manager', onlyPeople: true },
  body: Holiday,
  response: Holiday,
  status: 201,
  errors: ['conflict'],
})

export const deleteHoliday = endpoint({
  ...route('deleteHoliday', 'Policy', 'DELETE', '/api/app/v1/policy/holidays/{day}'),
  access: { role: 'manager', onlyPeople: true },
  params: z.object({ day: CalendarDate.describe('The day') }),
  response: z.null(),
  status: 204,
  errors: ['not_found'],
})

const CountryOrRegion = z.object({ code: z.string().describe('Code'), name: z.string().describe('Name in English') })

const country = z
  .string()
  .regex(/^[A-Z]{2}$/, { error: 'must be a country code, such as DE' })
  .describe('Country code')

export const listHolidayCountries = endpoint({
  ...route('listHolidayCountries', 'Policy', 'GET', '/api/app/v1/policy/holiday-countries'),
  summary: 'List the countries with known public holidays, or the regions of one',
  access: { role: 'manager' },
  query: z.strictObject({ country: country.optional() }),
  response: z.object({ result: z.array(CountryOrRegion) }),
  examples: { query: { country: 'DE' }, response: { result: [{ code: 'BY', name: 'Bayern' }] } },
})

export const listHolidayProposals = endpoint({
  ...route('listHolidayProposals', 'Policy', 'GET', '/api/app/v1/policy/holiday-proposals'),
  summary: 'List the public holidays of a country on weekdays that are not in the calendar yet',
  access: { role: 'manager' },
  query: z.strictObject({
    country,
    region: z.string().min(1).max(10).optional().describe('Code of the region'),
    from: wholeNumber(1970, 2100).describe('First year'),
    to: wholeNumber(1970, 2100).describe('Last year; at most 10 years'),
  }),
  response: z.object({ result: z.array(Holiday) }),
  errors: ['not_found'],
  examples: { query: { country: 'DE', from: '2026', to: '2026' }, response: { result: [exampleHoliday] } },
})

export const createHolidays = endpoint({
  ...route('createHolidays', 'Policy', 'POST', '/api/app/v1/policy/holidays/additions'),
  access: { role: 'manager', onlyPeople: true },
  body: z.strictObject({
    holidays: z.array(Holiday).min(1, { error: 'must not be empty' }).max(500),
  }),
  response: z.object({ added: z.int().min(0) }),
})
