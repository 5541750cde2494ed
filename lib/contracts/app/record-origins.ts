import { z } from 'zod'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { oneOf, Timestamp } from '#lib/contracts/primitives.ts'

const originKinds = ['change', 'incident'] as const
export type OriginKind = (typeof originKinds)[number]
export const originSources = ['import', 'connection'] as const

const ChangedSince = z.object({
  field: z.string().describe('Field of the record'),
  at: Timestamp.describe('When it was last changed in Hindsight'),
  by: z.string().describe('Who changed it'),
})

export const RecordOrigin = z
  .object({
    source: oneOf(originSources).describe('`import` for a file, `connection` for another system'),
    source_id: z.string().describe('Identifier of the import or the connection'),
    name: z.string().describe('Name of the file or the connection'),
    detail: z.string().describe('The line of the file, or the table with the query that was sent'),
    read_at: Timestamp.describe('When the run that read the row began'),
    digest: z.string().describe('SHA-256 of the row as it was read, in hexadecimal digits'),
    changed_since: z
      .array(ChangedSince)
      .describe('Fields that others than the source changed since, by the history, the latest first'),
  })
  .meta({ id: 'RecordOrigin' })
export type RecordOrigin = z.infer<typeof RecordOrigin>

export const findRecordOrigin = endpoint({
  ...route('findRecordOrigin', 'Changes', 'GET', '/api/app/v1/origins/{kind}/{number}'),
  summary: 'Where a change or an incident was read',
  description:
    'The row of a file or of another system that last wrote the record, with the SHA-256 of its content: of the JSON ' +
    'list of its cells in a table, of the JSON object otherwise, each in the canonical form of RFC 8785.',
  access: { role: 'viewer' },
  params: z.object({
    kind: oneOf(originKinds).describe('Kind of record'),
    number: z.string().min(1).max(64).describe('Number of the record'),
  }),
  response: z.object({
    origin: RecordOrigin.nullable().describe('null for a record that no import and no connection wrote'),
  }),
  errors: ['not_found'],
  examples: {
    params: { kind: 'change', number: 'CHG0000042' },
    response: {
      origin: {
        source: 'import',
        source_id: 'import_01jdh3m8w5c2v7k9q4r6t8y0ab',
        name: 'changes.csv',
        detail: 'line 12',
        read_at: '2026-03-01T06:00:00.000Z',
        digest: '8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4',
        changed_since: [{ field: 'pir_outcome', at: '2026-03-09T14:01:00.000Z', by: 'Noor Haddad' }],
      },
    },
  },
})
