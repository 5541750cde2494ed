import { z } from 'zod'
import * as adminRoutes from '../admin-routes.ts'
import { endpoint } from '../endpoint.ts'
import { CalendarDate, text } from '../primitives.ts'

export const Holiday = z
  .strictObject({
    day: CalendarDate.describe('The day'),
    name: text(100).describe('Name of the holiday'),
  })
  .meta({ id: 'Holiday', description: 'A day besides Saturdays and Sundays that is not a business day' })
export type Holiday = z.infer<typeof Holiday>

const exampleHoliday: Holiday = { day: '2026-12-25', name: 'Christmas Day' }

export const listHolidays = endpoint({
  ...adminRoutes.listHolidays,
  name: 'listHolidays',
  summary: 'List the holidays by date',
  access: { role: 'reviewer' },
  response: z.object({ result: z.array(Holiday), total_count: z.int().min(0) }),
  examples: { response: { result: [exampleHoliday], total_count: 1 } },
})

export const createHoliday = endpoint({
  ...adminRoutes.createHoliday,
  name: 'createHoliday',
  summary: 'Add a holiday; existing due dates stay',
  access: { role: 'manager' },
  body: Holiday,
  response: Holiday,
  status: 201,
  errors: ['conflict'],
  examples: { body: exampleHoliday, response: exampleHoliday },
})

export const deleteHoliday = endpoint({
  ...adminRoutes.deleteHoliday,
  name: 'deleteHoliday',
  summary: 'Remove a holiday; existing due dates stay',
  access: { role: 'manager' },
  params: z.object({ day: CalendarDate.describe('The day') }),
  response: z.null(),
  status: 204,
  errors: ['not_found'],
  examples: { params: { day: exampleHoliday.day } },
})
