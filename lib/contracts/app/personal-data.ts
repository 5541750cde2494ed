import { z } from 'zod'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { EmailAddress } from '#lib/contracts/primitives.ts'

const person = z.strictObject({ email: EmailAddress })

export const getPersonalData = endpoint({
  ...route('getPersonalData', 'Accounts', 'GET', '/api/app/v1/personal-data'),
  access: { role: 'admin', onlyPeople: true },
  quota: 'bulk',
  query: person,
  file: ['application/x-ndjson'],
  response: z.string(),
})

const Erasure = z.object({
  pseudonym: z.string().nullable(),
  texts: z.array(z.string()),
  tables: z.array(z.object({ table: z.string(), rows: z.int().positive() })),
  mentions: z.object({
    rows: z.int(),
    examples: z.array(z.object({ table: z.string(), text: z.string() })),
  }),
})
export type Erasure = z.infer<typeof Erasure>

export const previewErasure = endpoint({
  ...route('previewErasure', 'Accounts', 'GET', '/api/app/v1/personal-data/erasure'),
  access: { role: 'admin', onlyPeople: true },
  quota: 'bulk',
  query: person,
  response: Erasure,
})

export const erasePerson = endpoint({
  ...route('erasePerson', 'Accounts', 'POST', '/api/app/v1/personal-data/erasure'),
  access: { role: 'admin', onlyPeople: true },
  quota: 'bulk',
  body: person.extend({
    in_texts: z.boolean().default(false),
  }),
  response: Erasure,
  errors: ['not_found', 'conflict'],
})
