import { z } from 'zod'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { Timestamp } from '#lib/contracts/primitives.ts'

const SystemCheck = z
  .object({
    name: z.string().describe('What was checked'),
    is_ok: z.boolean().describe('Whether it is in order'),
    message: z.string().describe('What was found'),
    remedy: z.string().nullable().describe('What to do; null when it is in order'),
  })
  .meta({ id: 'SystemCheck' })

const SystemProcess = z
  .object({
    id: z.string().describe('Identifier of the process'),
    host: z.string().describe('Name of its machine'),
    pid: z.int().describe('Its number on the machine'),
    version: z.string().describe('Version of Hindsight, with its commit if the build knew it'),
    are_jobs_on: z.boolean().describe('Whether it runs jobs'),
    started_at: Timestamp.describe('When it started'),
    seen_at: Timestamp.describe('When it last reported, about every 30 seconds'),
  })
  .meta({ id: 'SystemProcess' })

const SystemJob = z
  .object({
    name: z.string().describe('Name of the job'),
    last_success: Timestamp.nullable().describe('When it last succeeded within a day'),
    last_failure: Timestamp.nullable().describe('When it last failed within a day'),
    fault: z.string().nullable().describe('Why it failed'),
    next_run: Timestamp.nullable().describe('When it runs next'),
  })
  .meta({ id: 'SystemJob' })

const SystemMail = z
  .object({
    id: z.string().describe('Identifier of the mail'),
    recipient: z.string().describe('Address of the recipient'),
    subject: z.string().describe('Subject'),
    fault: z.string().nullable().describe('Why the last attempt failed, as the mail server gave it'),
    attempts: z.int().min(0).describe('Attempts so far'),
    created_at: Timestamp.describe('When it was written'),
    next_attempt: Timestamp.nullable().describe('When it is tried next; null once it was given up'),
  })
  .meta({ id: 'SystemMail' })

const SystemTable = z
  .object({
    name: z.string().describe('Name of the table'),
    bytes: z.int().min(0).describe('Size with indexes'),
    rows: z.int().min(0).describe('Estimated rows'),
  })
  .meta({ id: 'SystemTable' })

const System = z
  .object({
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
  .meta({ id: 'System' })
export type System = z.infer<typeof System>

const at = '2026-03-09T14:01:00.000Z'
const exampleMail: z.infer<typeof SystemMail> = {
  id: 'mail_01jdh3m8w5c2v7k9q4r6t8y0ab',
  recipient: 'ada@example.org',
  subject: 'The review PIR-2026-0042 is due',
  fault: 'Invalid login: 535 Authentication failed',
  attempts: 2,
  created_at: at,
  next_attempt: '2026-03-09T14:05:00.000Z',
}

export const getSystem = endpoint({
  ...route('getSystem', 'Settings', 'GET', '/api/app/v1/system'),
  summary: 'The state of the service: processes, jobs, mail, tables and checks',
  access: { role: 'admin' },
  response: System,
  examples: {
    response: {
      version: '0.3.0 (7d5b9988aa)',
      node: '24.21.0',
      database: 'postgresql://db.example.org/hindsight',
      database_version: '17.4',
      database_bytes: 52_428_800,
      migration: '0032_settings',
      checks: [{ name: 'Migrations', is_ok: true, message: 'The schema is that of this version.', remedy: null }],
      processes: [
        {
          id: 'proc_1',
          host: 'web-1',
          pid: 4711,
          version: '0.3.0 (7d5b9988aa)',
          are_jobs_on: true,
          started_at: at,
          seen_at: at,
        },
      ],
      jobs: [{ name: 'send-mail', last_success: at, last_failure: null, fault: null, next_run: at }],
      mail: { waiting: 1, failing: [exampleMail] },
      tables: [{ name: 'changes', bytes: 1_048_576, rows: 1200 }],
    },
  },
})

export const retryMail = endpoint({
  ...route('retryMail', 'Settings', 'POST', '/api/app/v1/system/mails/{id}/retry'),
  summary: 'Try a mail that failed again, at once',
  description: 'It counts as new, so it is tried for another 48 hours. A mail that was sent is a conflict.',
  access: { role: 'admin' },
  params: z.object({ id: z.string().min(1).max(64).describe('Identifier of the mail') }),
  response: z.null(),
  status: 204,
  errors: ['not_found', 'conflict'],
  examples: { params: { id: exampleMail.id } },
})
