import { z } from 'zod'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { EmailAddress } from '#lib/contracts/primitives.ts'

const person = z.strictObject({ email: EmailAddress.describe('E-mail address of the person, in any case') })

export const getPersonalData = endpoint({
  ...route('getPersonalData', 'Accounts', 'GET', '/api/app/v1/personal-data'),
  summary: 'Get what is held about a person as one file',
  description:
    'Each row of the database with the e-mail address, the name or the account of the person, as a line of JSON. Secrets and the bytes of files are left out. The download is in the history.',
  access: { role: 'admin', onlyPeople: true },
  quota: 'bulk',
  query: person,
  file: ['application/x-ndjson'],
  response: z.string().describe('Lines of JSON'),
  examples: {
    query: { email: 'tomas.lind@hindsight.example' },
    response: '{"table":"changes","record":{"number":"CHG0000042","assigned_to":"tomas.lind@hindsight.example"}}\n',
  },
})

const Erasure = z
  .object({
    pseudonym: z.string().nullable().describe('The address that stands for the person from now on; null in a preview'),
    texts: z.array(z.string()).describe('What is replaced: the address, and full names that nobody else has'),
    tables: z
      .array(z.object({ table: z.string(), rows: z.int().positive() }))
      .describe('Rows that name the person, by table of the database'),
    mentions: z
      .object({
        rows: z.int().describe('Their number'),
        examples: z
          .array(z.object({ table: z.string(), text: z.string() }))
          .describe('At most three, with their tables'),
      })
      .describe(
        'Rows with the full name in a text that names no person by its column, and which keeps it unless `in_texts`',
      ),
  })
  .meta({ id: 'Erasure' })
export type Erasure = z.infer<typeof Erasure>

const texts = ['tomas.lind@hindsight.example', 'Tomas Lind']
const mentions = { rows: 1, examples: [{ table: 'review_comments', text: 'Ask Tomas Lind for the log.' }] }
const tables = [
  { table: 'audit_events', rows: 41 },
  { table: 'changes', rows: 6 },
]

export const previewErasure = endpoint({
  ...route('previewErasure', 'Accounts', 'GET', '/api/app/v1/personal-data/erasure'),
  summary: 'Count the rows that an erasure would change',
  access: { role: 'admin', onlyPeople: true },
  quota: 'bulk',
  query: person,
  response: Erasure,
  examples: {
    query: { email: 'tomas.lind@hindsight.example' },
    response: { pseudonym: null, texts, tables, mentions },
  },
})

export const erasePerson = endpoint({
  ...route('erasePerson', 'Accounts', 'POST', '/api/app/v1/personal-data/erasure'),
  summary: 'Put a pseudonym in place of a person, for good',
  description:
    'The address of the person is replaced in every table, also in the history, and full names that nobody else has in the columns that name people. In other texts, such as comments and the values in the history, a full name is replaced with `in_texts` only, since it may be an ordinary phrase: see the examples of the preview. Account, profile and sessions lose what describes the person. Counts, four eyes and the proofs of the ledger stay. An enabled account is a conflict: disable it first.',
  access: { role: 'admin', onlyPeople: true },
  quota: 'bulk',
  body: person.extend({
    in_texts: z.boolean().default(false).describe('Whether full names are also replaced in texts that mention them'),
  }),
  response: Erasure,
  errors: ['not_found', 'conflict'],
  examples: {
    body: { email: 'tomas.lind@hindsight.example', in_texts: true },
    response: { pseudonym: 'person-0a1b2c3d4e5f@erased.invalid', texts, tables, mentions: { rows: 0, examples: [] } },
  },
})
