import { z } from 'zod'
import { serviceNowTables } from '#lib/contracts/connection-values.ts'
import { ConnectionKindName } from '#lib/contracts/connector-form.ts'
import { endpointsFor } from '#lib/contracts/endpoint.ts'
import { identifier, oneOf } from '#lib/contracts/primitives.ts'
import { Connection, ConnectionCheck, OptionRecord } from './connection-records.ts'

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

export const NewConnection = z.strictObject({
  kind: ConnectionKindName.describe('Kind of system'),
  name: ConnectionName,
  url: SystemUrl.nullable().default(null).describe('Address of the other system; null for one that only sends events'),
  options: OptionRecord.default({}).describe('Sign-in, tables, filters, interval and writes; each kind has its own'),
  ...secrets,
  is_enabled: z.boolean().default(true).describe('Whether it is read, written and listened to'),
})
export type NewConnection = z.infer<typeof NewConnection>

export const ConnectionPatch = z.strictObject({
  url: SystemUrl.optional(),
  options: OptionRecord.optional().describe('Replaces all options'),
  ...secrets,
  is_enabled: z.boolean().optional().describe('Whether it is read, written and listened to'),
})
export type ConnectionPatch = z.infer<typeof ConnectionPatch>

const ConnectionId = z.object({ id: z.string().min(1).max(64).describe('Identifier of the connection') })
const EventId = ConnectionId.extend({ event: z.string().min(1).max(64).describe('Identifier of the event') })
const WriteId = ConnectionId.extend({ write: z.string().min(1).max(64).describe('Identifier of the write') })

const admins = endpointsFor('Connections', { role: 'admin' })

export const createConnection = admins.post('createConnection', '/connections', {
  body: NewConnection,
  response: Connection,
  status: 201,
  errors: ['conflict'],
})

export const updateConnection = admins.patch('updateConnection', '/connections/{id}', {
  params: ConnectionId,
  body: ConnectionPatch,
  response: Connection,
})

export const deleteConnection = admins.delete('deleteConnection', '/connections/{id}', {
  params: ConnectionId,
})

export const checkConnection = admins.post('checkConnection', '/connections/{id}/check', {
  params: ConnectionId,
  response: ConnectionCheck,
  errors: ['not_found', 'conflict'],
})

export const runConnection = admins.post('runConnection', '/connections/{id}/run', {
  params: ConnectionId,
  errors: ['not_found', 'conflict'],
})

export const sampleTable = admins.post('sampleTable', '/connections/{id}/tables/{table}/sample', {
  params: ConnectionId.extend({ table: oneOf(serviceNowTables).describe('The table') }),
  response: z.object({ import_id: z.string().describe('Identifier of the draft import') }),
  status: 201,
  errors: ['not_found', 'conflict'],
})

export const settleWrite = admins.post('settleWrite', '/connections/{id}/writes/{write}/decision', {
  params: WriteId,
  body: z.strictObject({
    decision: oneOf(['ours', 'theirs', 'retry']).describe(
      'Write what Hindsight has; leave what is there; or try a failed write again',
    ),
  }),
  errors: ['not_found', 'conflict'],
})

export const retryEvent = admins.post('retryEvent', '/connections/{id}/events/{event}/retry', {
  params: EventId,
  errors: ['not_found', 'conflict'],
})
