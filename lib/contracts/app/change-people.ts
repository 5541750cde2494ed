import { z } from 'zod'
import { ChangeNumber } from '#lib/contracts/changes.ts'
import { endpoint, route } from '#lib/contracts/endpoint.ts'

export const ChangePerson = z
  .object({
    text: z.string().describe('As recorded in the change: an e-mail address, or the text of its source'),
    name: z.string().nullable().describe('Name from the accounts or the directory; null when in neither'),
  })
  .meta({ id: 'ChangePerson' })
export type ChangePerson = z.infer<typeof ChangePerson>

export const ChangePeople = z
  .object({
    assigned_to: ChangePerson.nullable().describe('Who implements the change; null if nobody is named'),
    requested_by: ChangePerson.nullable().describe('Who requested it; null if nobody is named'),
    approved_by: ChangePerson.nullable().describe('Who approved it; null if nobody is named'),
  })
  .meta({ id: 'ChangePeople' })
export type ChangePeople = z.infer<typeof ChangePeople>

export const getChangePeople = endpoint({
  ...route('getChangePeople', 'Reviews', 'GET', '/api/app/v1/changes/{number}/people'),
  summary: 'Get the implementer, the requester and the approver of a change, with names from the directory',
  access: { role: 'viewer' },
  params: ChangeNumber,
  response: ChangePeople,
  errors: ['not_found'],
  examples: {
    params: { number: 'CHG0000042' },
    response: {
      assigned_to: { text: 'tomas.lind@hindsight.example', name: 'Tomas Lind' },
      requested_by: { text: 'Ines Marchetti', name: null },
      approved_by: { text: 'henrike.vos@hindsight.example', name: 'Henrike Vos' },
    },
  },
})
