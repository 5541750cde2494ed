import { z } from 'zod'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { CalendarDate, EmailAddress } from '#lib/contracts/primitives.ts'

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

export const getAbsence = endpoint({
  ...route('getAbsence', 'Sessions', 'GET', '/api/app/v1/absence'),
  access: { role: 'viewer', onlyPeople: true },
  response: z.object({ absence: Absence.nullable() }),
})

export const setAbsence = endpoint({
  ...route('setAbsence', 'Sessions', 'PUT', '/api/app/v1/absence'),
  access: { role: 'viewer', onlyPeople: true },
  body: NewAbsence,
  response: z.object({ absence: Absence }),
})

export const deleteAbsence = endpoint({
  ...route('deleteAbsence', 'Sessions', 'DELETE', '/api/app/v1/absence'),
  access: { role: 'viewer', onlyPeople: true },
  response: z.null(),
  status: 204,
})
