import { z } from 'zod'
import { serviceNowTables } from '#lib/contracts/connection-values.ts'
import { ConnectionKindName } from '#lib/contracts/connector-form.ts'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { identifier, oneOf } from '#lib/contracts/primitives.ts'
import {
  Connection,
  ConnectionCheck,
  ConnectionDetail,
  type ConnectionRun,
  type ConnectionWrite,
  OptionRecord,
} from './connection-records.ts'

const access = { role: 'admin' } as const

const ConnectionName = identifier(40)
  .regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/, { error: 'must be lower-case letters, digits and hyphens' })
  .describe('Unique name; part of the address that events are sent to')

const urlError = 'must be a URL such as https://example.service-now.com'
const SystemUrl = z
  .url({ protocol: /^https?$/, error: urlError })
  .max(300)
  .refine((url) => !/[?#@\s]/.test(url), { error: urlError })
  .transform((url) => url.replace(/\/+$/, ''))
  .describe('Address of the other system')

const ConnectionSecret = z
  .string()
  .min(1)
  .max(4000)
  .regex(/^[^\p{Cc}]*$/u, { error: 'must have no line breaks or other control characters' })
const secrets = {
  secret: ConnectionSecret.nullable()
    .optional()
    .describe('Password, client secret or token for signing in to the other system; write-only'),
  signing_secret: ConnectionSecret.nullable()
    .optional()
    .describe('The secret with which the other system signs its events; write-only'),
}

export const NewConnection = z
  .strictObject({
    kind: ConnectionKindName.describe('Kind of system'),
    name: ConnectionName,
    url: SystemUrl.nullable()
      .default(null)
      .describe('Address of the other system; null for one that only sends events'),
    options: OptionRecord.default({}).describe('Sign-in, tables, filters, interval and writes; each kind has its own'),
    ...secrets,
    is_enabled: z.boolean().default(true).describe('Whether it is read, written and listened to'),
  })
  .meta({ id: 'NewConnection' })
export type NewConnection = z.infer<typeof NewConnection>

export const ConnectionPatch = z
  .strictObject({
    url: SystemUrl.optional(),
    options: OptionRecord.optional().describe('Replaces all options'),
    ...secrets,
    is_enabled: z.boolean().optional().describe('Whether it is read, written and listened to'),
  })
  .meta({
    id: 'ConnectionPatch',
    description: 'What changes. Another address forgets the secret unless it comes along',
  })
export type ConnectionPatch = z.infer<typeof ConnectionPatch>

const ConnectionId = z.object({ id: z.string().min(1).max(64).describe('Identifier of the connection') })
const EventId = ConnectionId.extend({ event: z.string().min(1).max(64).describe('Identifier of the event') })
const WriteId = ConnectionId.extend({ write: z.string().min(1).max(64).describe('Identifier of the write') })

const zeroCounts = { read: 0, inserted: 0, updated: 0, unchanged: 0, refused: 0, written: 0, conflicts: 0 }
const exampleRun: ConnectionRun = {
  id: 'run_01jdh3m8w5c2v7k9q4r6t8y0ab',
  started_at: '2026-03-02T08:15:00.000Z',
  finished_at: '2026-03-02T08:15:04.000Z',
  counts: { ...zeroCounts, read: 12, inserted: 2, updated: 9, unchanged: 1 },
  remarks: [],
  requests: 4,
  error: null,
}
const exampleStep: z.infer<typeof ConnectionCheck>['steps'][number] = {
  name: 'URL',
  status: 'ok',
  message: 'example.service-now.com answers in 120 ms.',
  advice: null,
}
const exampleCheck: z.infer<typeof ConnectionCheck> = { checked_at: '2026-03-02T08:14:00.000Z', steps: [exampleStep] }
const example: Connection = {
  id: 'con_01jdh3m8w5c2v7k9q4r6t8y0ab',
  kind: 'servicenow',
  system: 'ServiceNow',
  name: 'prod',
  url: 'https://example.service-now.com',
  options: { sign_in: { method: 'basic', user: 'hindsight' }, tables: { change_request: {} } },
  has_secret: true,
  has_signing_secret: false,
  is_enabled: true,
  events_path: null,
  check: exampleCheck,
  next_run_at: '2026-03-02T08:20:00.000Z',
  failures: 0,
  last_run: exampleRun,
  read_until: '2026-03-02T08:14:00.000Z',
  refused: 0,
  waiting_writes: 0,
  failed_writes: 0,
  updated_at: '2026-03-01T10:00:00.000Z',
  updated_by: 'Mira Sandberg',
}
const exampleStream = {
  stream: 'change_request',
  done: 1200,
  total: 1200,
  completed_at: '2026-03-01T10:04:00.000Z',
  read_until: example.read_until,
  missing_fields: [],
  refused: 0,
  gone: 0,
}
const exampleWrite: ConnectionWrite = {
  id: 'cwr_01jdh3m8w5c2v7k9q4r6t8y0ab',
  entity: 'change',
  key: 'CHG0030032',
  kind: 'review',
  status: 'conflict',
  attempts: 1,
  reason: 'review_comments was changed in ServiceNow.',
  fields: [{ field: 'review_comments', ours: 'The change was successful.', theirs: 'See the report.' }],
  created_at: '2026-03-02T08:15:00.000Z',
  next_attempt_at: '2026-03-02T08:15:00.000Z',
  finished_at: '2026-03-02T08:15:03.000Z',
}
const exampleDetail: ConnectionDetail = {
  ...example,
  streams: [exampleStream],
  runs: [exampleRun],
  refusals: [],
  writes: [exampleWrite],
}
const params = { id: example.id }
const exampleNew = {
  kind: 'servicenow',
  name: 'prod',
  url: 'https://example.service-now.com',
  options: { sign_in: { method: 'basic', user: 'hindsight' }, tables: { change_request: { filter: 'active=true' } } },
  secret: 'EXAMPLEonly',
} as const

export const listConnections = endpoint({
  ...route('listConnections', 'Connections', 'GET', '/api/app/v1/connections'),
  summary: 'The connections to other systems, by name',
  access,
  response: z.object({ result: z.array(Connection) }),
  examples: { response: { result: [example] } },
})

export const createConnection = endpoint({
  ...route('createConnection', 'Connections', 'POST', '/api/app/v1/connections'),
  summary: 'Add a connection to another system',
  access,
  body: NewConnection,
  response: Connection,
  status: 201,
  errors: ['conflict'],
  examples: { body: exampleNew, response: example },
})

export const getConnection = endpoint({
  ...route('getConnection', 'Connections', 'GET', '/api/app/v1/connections/{id}'),
  summary: 'A connection with its tables, runs, refused rows and writes',
  access,
  params: ConnectionId,
  response: ConnectionDetail,
  errors: ['not_found'],
  examples: { params, response: exampleDetail },
})

export const updateConnection = endpoint({
  ...route('updateConnection', 'Connections', 'PATCH', '/api/app/v1/connections/{id}'),
  summary: 'Change a connection, or switch it on or off',
  access,
  params: ConnectionId,
  body: ConnectionPatch,
  response: Connection,
  errors: ['not_found'],
  examples: { params, body: { is_enabled: false }, response: { ...example, is_enabled: false } },
})

export const deleteConnection = endpoint({
  ...route('deleteConnection', 'Connections', 'DELETE', '/api/app/v1/connections/{id}'),
  summary: 'Delete a connection; the records that it brought stay',
  access,
  params: ConnectionId,
  response: z.null(),
  status: 204,
  errors: ['not_found'],
  examples: { params },
})

export const checkConnection = endpoint({
  ...route('checkConnection', 'Connections', 'POST', '/api/app/v1/connections/{id}/check'),
  summary: 'Check what works on a connection, and what to do about the rest',
  description: 'Reads from the other system, for up to a minute, and writes nothing there.',
  access,
  params: ConnectionId,
  response: ConnectionCheck,
  errors: ['not_found', 'conflict'],
  examples: { params, response: exampleCheck },
})

export const runConnection = endpoint({
  ...route('runConnection', 'Connections', 'POST', '/api/app/v1/connections/{id}/run'),
  summary: 'Read and write a connection now',
  description: 'The run starts within seconds, with the refused rows and the writes that wait.',
  access,
  params: ConnectionId,
  response: z.null(),
  status: 204,
  errors: ['not_found', 'conflict'],
  examples: { params },
})

export const sampleTable = endpoint({
  ...route('sampleTable', 'Connections', 'POST', '/api/app/v1/connections/{id}/tables/{table}/sample'),
  summary: 'Read a sample of a table, to map its fields on the import screen',
  description:
    'Creates a draft import of the newest 100 rows with the mapping in use. Save the mapping there under a name.',
  access,
  params: ConnectionId.extend({ table: oneOf(serviceNowTables).describe('The table') }),
  response: z.object({ import_id: z.string().describe('Identifier of the draft import') }),
  status: 201,
  errors: ['not_found', 'conflict'],
  examples: {
    params: { ...params, table: 'change_request' },
    response: { import_id: 'import_01jdh3m8w5c2v7k9q4r6t8y0ab' },
  },
})

export const settleWrite = endpoint({
  ...route('settleWrite', 'Connections', 'POST', '/api/app/v1/connections/{id}/writes/{write}/decision'),
  summary: 'Decide about a write that failed or found a conflict',
  access,
  params: WriteId,
  body: z
    .strictObject({
      decision: oneOf(['ours', 'theirs', 'retry']).describe(
        'Write what Hindsight has; leave what is there; or try a failed write again',
      ),
    })
    .meta({ id: 'WriteDecision' }),
  response: z.null(),
  status: 204,
  errors: ['not_found', 'conflict'],
  examples: { params: { ...params, write: exampleWrite.id }, body: { decision: 'theirs' } },
})

export const retryEvent = endpoint({
  ...route('retryEvent', 'Connections', 'POST', '/api/app/v1/connections/{id}/events/{event}/retry'),
  summary: 'Read an event again that failed',
  access,
  params: EventId,
  response: z.null(),
  status: 204,
  errors: ['not_found', 'conflict'],
  examples: { params: { ...params, event: 'inb_01jdh3m8w5c2v7k9q4r6t8y0ab' } },
})
