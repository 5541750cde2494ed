import { z } from 'zod'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { CalendarDate, EmailAddress } from '#lib/contracts/primitives.ts'

export const NewAbsence = z
  .strictObject({
    starts_on: CalendarDate.describe('First day away, in the time zone of the person'),
    ends_on: CalendarDate.describe('Last day away, in the time zone of the person'),
    delegate: EmailAddress.describe('Account of a reviewer, manager or admin who stands in'),
  })
  .refine(({ starts_on, ends_on }) => starts_on <= ends_on, {
    path: ['ends_on'],
    error: 'must not be before the first day',
  })
  .meta({ id: 'NewAbsence' })
export type NewAbsence = z.infer<typeof NewAbsence>

export const Absence = z
  .object({ ...NewAbsence.shape, delegate_name: z.string().describe('Name of the delegate') })
  .meta({ id: 'Absence' })
export type Absence = z.infer<typeof Absence>

const example: Absence = {
  starts_on: '2026-07-20',
  ends_on: '2026-08-07',
  delegate: 'callum.reid@hindsight.example',
  delegate_name: 'Callum Reid',
}
const { delegate_name: _, ...exampleBody } = example

export const getAbsence = endpoint({
  ...route('getAbsence', 'Sessions', 'GET', '/api/app/v1/absence'),
  summary: 'Get when the caller is away, and who stands in',
  access: { role: 'viewer', onlyPeople: true },
  response: z.object({ absence: Absence.nullable().describe('Null when none is set, or it is past') }),
  examples: { response: { absence: example } },
})

export const setAbsence = endpoint({
  ...route('setAbsence', 'Sessions', 'PUT', '/api/app/v1/absence'),
  summary: 'Set when the caller is away, and who stands in',
  description:
    'Reviews and actions that are assigned to the caller on these days go to the delegate instead, who also sees the caller’s work on Today. Reviews of changes that the delegate implemented stay with the caller.',
  access: { role: 'viewer', onlyPeople: true },
  body: NewAbsence,
  response: z.object({ absence: Absence }),
  examples: { body: exampleBody, response: { absence: example } },
})

export const deleteAbsence = endpoint({
  ...route('deleteAbsence', 'Sessions', 'DELETE', '/api/app/v1/absence'),
  summary: 'End or cancel the absence of the caller',
  access: { role: 'viewer', onlyPeople: true },
  response: z.null(),
  status: 204,
})
