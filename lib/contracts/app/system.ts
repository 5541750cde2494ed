import { z } from 'zod'
import { endpointsFor } from '#lib/contracts/endpoint.ts'
import { Timestamp, text } from '#lib/contracts/primitives.ts'

const SystemCheck = z.object({
  name: z.string().describe('What was checked'),
  is_ok: z.boolean().describe('Whether it is in order'),
  message: z.string().describe('What was found'),
  remedy: z.string().nullable().describe('What to do; null when it is in order'),
})

const SystemProcess = z.object({
  id: z.string().describe('Identifier of the process'),
  host: z.string().describe('Name of its machine'),
  pid: z.int().describe('Its number on the machine'),
  version: z.string().describe('Version of Hindsight, with its commit if the build knew it'),
  are_jobs_on: z.boolean().describe('Whether it runs jobs'),
  started_at: Timestamp.describe('When it started'),
  seen_at: Timestamp.describe('When it last reported, about every 30 seconds'),
})

const SystemJob = z.object({
  name: z.string().describe('Name of the job'),
  last_success: Timestamp.nullable().describe('When it last succeeded within a day'),
  last_failure: Timestamp.nullable().describe('When it last failed within a day'),
  fault: z.string().nullable().describe('Why it failed'),
  next_run: Timestamp.nullable().describe('When it runs next'),
})

const SystemMail = z.object({
  id: z.string().describe('Identifier of the mail'),
  recipient: z.string().describe('Address of the recipient'),
  subject: z.string().describe('Subject'),
  fault: z.string().nullable().describe('Why the last attempt failed, as the mail server gave it'),
  attempts: z.int().min(0).describe('Attempts so far'),
  created_at: Timestamp.describe('When it was written'),
  next_attempt: Timestamp.nullable().describe('When it is tried next; null once it was given up'),
})

const SystemTable = z.object({
  name: z.string().describe('Name of the table'),
  bytes: z.int().min(0).describe('Size with indexes'),
  rows: z.int().min(0).describe('Estimated rows'),
})

const System = z.object({
  version: z.string().describe('Version of Hindsight, with its commit if the build knew it'),
  node: z.string().describe('Version of Node.js'),
  database: z.string().describe('Address of the database, without credentials'),
  database_version: z.string().describe('Version of PostgreSQL'),
  database_bytes: z.int().min(0).describe('Size of the database'),
  migration: z.string().describe('The last migration of this version'),
  checks: z.array(SystemCheck).describe('What was checked, each with what to do'),
  processes: z.array(SystemProcess).describe('The running processes'),
  jobs: z.array(SystemJob).describe('The scheduled jobs'),
  mail: z.object({
    waiting: z.int().min(0).describe('Mails that wait to be sent'),
    failing: z.array(SystemMail).describe('The newest mails that failed, at most 20'),
  }),
  tables: z.array(SystemTable).describe('The largest tables, at most 20'),
})
export type System = z.infer<typeof System>

const admins = endpointsFor('Settings', { role: 'admin' })

export const confirmOriginal = admins.post('confirmOriginal', '/system/original', {
  body: z.strictObject({ reason: text(2000) }),
  errors: ['conflict'],
})

export const getSystem = admins.get('getSystem', '/system', {
  response: System,
})

export const retryMail = admins.post('retryMail', '/system/mails/{id}/retry', {
  params: z.object({ id: z.string().min(1).max(64).describe('Identifier of the mail') }),
  errors: ['not_found', 'conflict'],
})
