import { z } from 'zod'
import * as routes from '../admin-routes.ts'
import { parseOptions } from '../connection-options.ts'
import { checkStatuses, connectionKinds, serviceNowTables } from '../connection-values.ts'
import { endpoint } from '../endpoint.ts'
import { identifier, oneOf, Timestamp } from '../primitives.ts'

const access = { role: 'admin' } as const

const Name = identifier(40)
  .regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/, { error: 'must be lower-case letters, digits and hyphens' })
  .describe('Unique name; part of the address that events are sent to')

const addressError = 'must be an address such as https://example.service-now.com'
const Address = z
  .url({ protocol: /^https?$/, error: addressError })
  .max(300)
  .refine((url) => !/[?#@\s]/.test(url), { error: addressError })
  .transform((url) => url.replace(/\/+$/, ''))
  .describe('Address of the other system')

const Secret = z
  .string()
  .min(1)
  .max(4000)
  .regex(/^[^\p{Cc}]*$/u, { error: 'must have no line breaks or other control characters' })
const secrets = {
  secret: Secret.nullable().optional().describe('Password, client secret or token for signing in there; write-only'),
  signing_secret: Secret.nullable()
    .optional()
    .describe('The secret with which the other system signs its events; write-only'),
}

const Options = z.record(z.string(), z.unknown())

export const NewConnection = z
  .strictObject({
    kind: oneOf(connectionKinds).describe('Kind of system'),
    name: Name,
    url: Address.nullable().default(null).describe('Address of the other system; null for one that only sends events'),
    options: Options.default({}).describe('Sign-in, tables, filters, interval and writes; each kind has its own'),
    ...secrets,
    is_enabled: z.boolean().default(true).describe('Whether it is read, written and listened to'),
  })
  .superRefine(({ kind, options }, { addIssue }) => {
    for (const issue of parseOptions(kind, options).issues) addIssue({ code: 'custom', ...issue })
  })
  .meta({ id: 'NewConnection' })
export type NewConnection = z.infer<typeof NewConnection>

export const ConnectionPatch = z
  .strictObject({
    url: Address.optional(),
    options: Options.optional().describe('Replaces all options'),
    ...secrets,
    is_enabled: z.boolean().optional().describe('Whether it is read, written and listened to'),
  })
  .meta({
    id: 'ConnectionPatch',
    description: 'What changes. Another address forgets the secret unless it comes along',
  })
export type ConnectionPatch = z.infer<typeof ConnectionPatch>

const Step = z.object({
  name: z.string().describe('What was checked'),
  status: oneOf(checkStatuses).describe('The outcome'),
  message: z.string().describe('What was found'),
  advice: z.string().nullable().describe('What to do about it; null if there is nothing to do'),
})
const Check = z
  .object({
    checked_at: Timestamp.describe('When it was checked'),
    steps: z.array(Step).describe('The steps in order'),
  })
  .meta({ id: 'ConnectionCheck' })

const count = (what: string) => z.int().min(0).describe(what)

const Counts = z
  .object({
    read: count('Rows read'),
    inserted: count('Records inserted'),
    updated: count('Records updated'),
    unchanged: count('Records that were the same already'),
    refused: count('Rows refused'),
    written: count('Writes to the other system'),
    conflicts: count('Writes that found a conflict'),
  })
  .meta({ id: 'ConnectionCounts' })

const ConnectionRun = z
  .object({
    id: z.string().describe('Identifier of the run'),
    started_at: Timestamp.describe('When it started'),
    finished_at: Timestamp.nullable().describe('When it ended; null while it runs'),
    counts: Counts.describe('What it did'),
    requests: count('Requests sent'),
    error: z.string().nullable().describe('Why it failed; null if it did not'),
  })
  .meta({ id: 'ConnectionRun' })
export type ConnectionRun = z.infer<typeof ConnectionRun>

const ConnectionStream = z
  .object({
    stream: z.string().describe('The table or project'),
    done: count('Rows read in the first or current read'),
    total: z.int().nullable().describe('Rows to read; null if unknown'),
    completed_at: Timestamp.nullable().describe('When the first read was complete; null before'),
    read_until: Timestamp.nullable().describe('The time there up to which everything has been read'),
    missing_fields: z.array(z.string()).describe('Mapped fields that could not be read'),
    refused: count('Rows that are refused'),
    gone: count('Records that were deleted there'),
  })
  .meta({ id: 'ConnectionStream' })

export const Connection = z
  .object({
    id: z.string().describe('Identifier of the connection'),
    kind: oneOf(connectionKinds).describe('Kind of system'),
    name: z.string().describe('Unique name'),
    url: z.string().nullable().describe('Address of the other system; null for one that only sends events'),
    options: Options.describe('Sign-in, tables, filters, interval and writes'),
    has_secret: z.boolean().describe('Whether the secret for signing in there is set'),
    has_signing_secret: z.boolean().describe('Whether the secret of its events is set'),
    is_enabled: z.boolean().describe('Whether it is read, written and listened to'),
    events_path: z.string().nullable().describe('The path that it sends events to; null if it sends none'),
    check: Check.nullable().describe('The last check; null before the first one'),
    next_run_at: Timestamp.nullable().describe('When it is read next'),
    failures: count('Runs that failed since the last successful one'),
    last_run: ConnectionRun.nullable().describe('The last run; null before the first one'),
    read_until: Timestamp.nullable().describe('The time up to which all its tables have been read'),
    refused: count('Rows that are refused'),
    waiting_writes: count('Writes that wait'),
    failed_writes: count('Writes that failed or found a conflict'),
    updated_at: Timestamp.describe('When it was last changed'),
    updated_by: z.string().describe('Who changed it last'),
  })
  .meta({ id: 'Connection' })
export type Connection = z.infer<typeof Connection>

const RefusedRecord = z
  .object({
    stream: z.string().describe('The table'),
    foreign_id: z.string().describe('Its identifier there'),
    label: z.string().describe('Its number or name'),
    reason: z.string().describe('Why it was refused'),
    refused_at: Timestamp.describe('When it was last refused'),
  })
  .meta({ id: 'RefusedRecord' })

const ConnectionWrite = z
  .object({
    id: z.string().describe('Identifier of the write'),
    entity: z.string().describe('Kind of the record here'),
    key: z.string().describe('The record here'),
    kind: z.string().describe('What is written'),
    status: oneOf(['waiting', 'done', 'conflict', 'failed', 'dropped']).describe('Its state'),
    attempts: count('Attempts so far'),
    reason: z.string().nullable().describe('Why it failed or what the conflict is'),
    fields: z
      .array(
        z.object({
          field: z.string().describe('The field there'),
          ours: z.string().nullable().describe('What Hindsight writes'),
          theirs: z.string().nullable().describe('What is there'),
        }),
      )
      .describe('Both versions of each field of a conflict'),
    created_at: Timestamp.describe('When it was queued'),
    next_attempt_at: Timestamp.describe('When it is tried next, while it waits'),
    finished_at: Timestamp.nullable().describe('When it ended; null before'),
  })
  .meta({ id: 'ConnectionWrite' })
export type ConnectionWrite = z.infer<typeof ConnectionWrite>

const ConnectionDetail = Connection.extend({
  streams: z.array(ConnectionStream).describe('Its tables'),
  runs: z.array(ConnectionRun).describe('The last 20 runs, newest first'),
  refusals: z.array(RefusedRecord).describe('Up to 100 refused rows, newest first'),
  writes: z.array(ConnectionWrite).describe('Up to 100 writes that wait, failed or found a conflict, newest first'),
}).meta({ id: 'ConnectionDetail' })
export type ConnectionDetail = z.infer<typeof ConnectionDetail>

const ConnectionId = z.object({ id: z.string().min(1).max(64).describe('Identifier of the connection') })
const EventId = ConnectionId.extend({ event: z.string().min(1).max(64).describe('Identifier of the event') })
const WriteId = ConnectionId.extend({ write: z.string().min(1).max(64).describe('Identifier of the write') })

const zeroCounts = { read: 0, inserted: 0, updated: 0, unchanged: 0, refused: 0, written: 0, conflicts: 0 }
const exampleRun: ConnectionRun = {
  id: 'run_01jdh3m8w5c2v7k9q4r6t8y0ab',
  started_at: '2026-03-02T08:15:00.000Z',
  finished_at: '2026-03-02T08:15:04.000Z',
  counts: { ...zeroCounts, read: 12, inserted: 2, updated: 9, unchanged: 1 },
  requests: 4,
  error: null,
}
const exampleStep: z.infer<typeof Step> = {
  name: 'Address',
  status: 'ok',
  message: 'example.service-now.com answers in 120 ms.',
  advice: null,
}
const exampleCheck: z.infer<typeof Check> = { checked_at: '2026-03-02T08:14:00.000Z', steps: [exampleStep] }
const example: Connection = {
  id: 'con_01jdh3m8w5c2v7k9q4r6t8y0ab',
  kind: 'servicenow',
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
  ...{ done: 1200, total: 1200, completed_at: '2026-03-01T10:04:00.000Z', read_until: example.read_until },
  ...{ missing_fields: [], refused: 0, gone: 0 },
}
const exampleWrite: ConnectionWrite = {
  id: 'cwr_01jdh3m8w5c2v7k9q4r6t8y0ab',
  entity: 'change',
  key: 'CHG0030032',
  kind: 'review',
  status: 'conflict',
  attempts: 1,
  reason: 'review_comments was changed there.',
  fields: [{ field: 'review_comments', ours: 'The change was successful.', theirs: 'See the report.' }],
  created_at: '2026-03-02T08:15:00.000Z',
  next_attempt_at: '2026-03-02T08:15:00.000Z',
  finished_at: '2026-03-02T08:15:03.000Z',
}
const exampleDetail: ConnectionDetail = {
  ...example,
  ...{ streams: [exampleStream], runs: [exampleRun], refusals: [], writes: [exampleWrite] },
}
const params = { id: example.id }
const exampleNew = {
  ...{ kind: 'servicenow', name: 'prod', url: 'https://example.service-now.com' },
  options: { sign_in: { method: 'basic', user: 'hindsight' }, tables: { change_request: { filter: 'active=true' } } },
  secret: 'EXAMPLEonly',
} as const

export const listConnections = endpoint({
  ...routes.listConnections,
  name: 'listConnections',
  summary: 'The connections to other systems, by name',
  access,
  response: z.object({ result: z.array(Connection) }),
  examples: { response: { result: [example] } },
})

export const createConnection = endpoint({
  ...routes.createConnection,
  name: 'createConnection',
  summary: 'Add a connection to another system',
  access,
  body: NewConnection,
  response: Connection,
  status: 201,
  errors: ['conflict'],
  examples: { body: exampleNew, response: example },
})

export const getConnection = endpoint({
  ...routes.getConnection,
  name: 'getConnection',
  summary: 'A connection with its tables, runs, refused rows and writes',
  access,
  params: ConnectionId,
  response: ConnectionDetail,
  errors: ['not_found'],
  examples: { params, response: exampleDetail },
})

export const updateConnection = endpoint({
  ...routes.updateConnection,
  name: 'updateConnection',
  summary: 'Change a connection, or switch it on or off',
  access,
  params: ConnectionId,
  body: ConnectionPatch,
  response: Connection,
  errors: ['not_found'],
  examples: { params, body: { is_enabled: false }, response: { ...example, is_enabled: false } },
})

export const deleteConnection = endpoint({
  ...routes.deleteConnection,
  name: 'deleteConnection',
  summary: 'Delete a connection; the records that it brought stay',
  access,
  params: ConnectionId,
  response: z.null(),
  status: 204,
  errors: ['not_found'],
  examples: { params },
})

export const checkConnection = endpoint({
  ...routes.checkConnection,
  name: 'checkConnection',
  summary: 'Check what works on a connection, and what to do about the rest',
  description: 'Reads from the other system, for up to a minute, and writes nothing there.',
  access,
  params: ConnectionId,
  response: Check,
  errors: ['not_found', 'conflict'],
  examples: { params, response: exampleCheck },
})

export const runConnection = endpoint({
  ...routes.runConnection,
  name: 'runConnection',
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
  ...routes.sampleTable,
  name: 'sampleTable',
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
  ...routes.settleWrite,
  name: 'settleWrite',
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
  ...routes.retryEvent,
  name: 'retryEvent',
  summary: 'Read an event again that failed',
  access,
  params: EventId,
  response: z.null(),
  status: 204,
  errors: ['not_found', 'conflict'],
  examples: { params: { ...params, event: 'inb_01jdh3m8w5c2v7k9q4r6t8y0ab' } },
})
