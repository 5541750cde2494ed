import { z } from 'zod'
import { endpoint, route } from '#lib/contracts/endpoint.ts'

const maxPeopleNames = 100

export const listPeopleNames = endpoint({
  ...route('listPeopleNames', 'Users', 'GET', '/api/app/v1/people-names'),
  summary: 'Get the names of people by their e-mail addresses',
  description: 'Accounts come first, then the directory. E-mail addresses that neither knows are left out.',
  access: { role: 'viewer' },
  query: z.strictObject({
    emails: z
      .string()
      .min(1, { error: 'must not be empty' })
      .max(25_500, { error: 'must have at most 25,500 characters' })
      .refine((emails) => emails.split(',').length <= maxPeopleNames, {
        error: `must have at most ${maxPeopleNames} e-mail addresses`,
      })
      .describe(`At most ${maxPeopleNames} e-mail addresses, separated by commas`),
  }),
  response: z.object({
    result: z.array(
      z.object({
        email: z.string().describe('E-mail address, as requested'),
        name: z.string().describe('Name of the person'),
      }),
    ),
  }),
  examples: {
    query: { emails: 'ines.marchetti@hindsight.example,tomas.lind@hindsight.example' },
    response: {
      result: [
        { email: 'ines.marchetti@hindsight.example', name: 'Ines Marchetti' },
        { email: 'tomas.lind@hindsight.example', name: 'Tomas Lind' },
      ],
    },
  },
})
