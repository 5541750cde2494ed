import { z } from 'zod'
import * as adminRoutes from '../admin-routes.ts'
import { endpoint } from '../endpoint.ts'
import { EmailAddress } from '../primitives.ts'

export const getPersonalData = endpoint({
  ...adminRoutes.getPersonalData,
  summary: 'Get what is held about a person as one file',
  description:
    'Each row of the database with the e-mail address, the name or the account of the person, as a line of JSON. Secrets and the bytes of files are left out. The download is in the history.',
  access: { role: 'admin', onlyPeople: true },
  quota: 'bulk',
  query: z.strictObject({ email: EmailAddress.describe('E-mail address of the person, in any case') }),
  file: ['application/x-ndjson'],
  response: z.string().describe('Lines of JSON'),
  examples: {
    query: { email: 'tomas.lind@hindsight.example' },
    response: '{"table":"changes","record":{"number":"CHG0000042","assigned_to":"tomas.lind@hindsight.example"}}\n',
  },
})
