import { z } from 'zod'
import { checkStatuses } from '#lib/contracts/connection-values.ts'
import { ConnectionKindName } from '#lib/contracts/connector-form.ts'
import { oneOf, Timestamp } from '#lib/contracts/primitives.ts'

/** Options depend on the kind: see `connection-options.ts`. */
export const OptionRecord = z.record(z.string(), z.unknown())

const ConnectionCheckStep = z.object({
  name: z.string().describe('What was checked'),
  status: oneOf(checkStatuses).describe('The outcome'),
  message: z.string().describe('What was found'),
  advice: z.string().nullable().describe('What to do about it; null if there is nothing to do'),
})
export const ConnectionCheck = z.object({
  checked_at: Timestamp.describe('When it was checked'),
  steps: z.array(ConnectionCheckStep).describe('The steps in order'),
})

const count = (what: string) => z.int().min(0).describe(what)

const ConnectionCounts = z.object({
  read: count('Rows read'),
  inserted: count('Records inserted'),
  updated: count('Records updated'),
  unchanged: count('Records that were the same already'),
  refused: count('Rows refused'),
  written: count('Writes to the other system'),
  conflicts: count('Writes that found a conflict'),
})

export const ConnectionRun = z.object({
  id: z.string().describe('Identifier of the run'),
  started_at: Timestamp.describe('When it started'),
  finished_at: Timestamp.nullable().describe('When it ended; null while it runs'),
  counts: ConnectionCounts.describe('What it did'),
  remarks: z
    .array(z.string())
    .describe('What deserves a remark about the rows that it read, such as unknown priorities'),
  requests: count('Requests sent'),
  error: z.string().nullable().describe('Why it failed; null if it did not'),
})
export type ConnectionRun = z.infer<typeof ConnectionRun>

const ConnectionStream = z.object({
  stream: z.string().describe('The table or project'),
  done: count('Rows read in the first or current read'),
  total: z.int().nullable().describe('Rows to read; null if unknown'),
  completed_at: Timestamp.nullable().describe('When the first read was complete; null before'),
  read_until: Timestamp.nullable().describe('The time of the other system up to which everything has been read'),
  missing_fields: z.array(z.string()).describe('Mapped fields that could not be read'),
  refused: count('Rows that are refused'),
  gone: count('Records that were deleted in the other system'),
})

export const Connection = z.object({
  id: z.string().describe('Identifier of the connection'),
  kind: ConnectionKindName.describe('Kind of system'),
  system: z.string().describe('Name of the system, such as ServiceNow'),
  name: z.string().describe('Unique name'),
  url: z.string().nullable().describe('Address of the other system; null for one that only sends events'),
  options: OptionRecord.describe('Sign-in, tables, filters, interval and writes'),
  has_secret: z.boolean().describe('Whether the secret for signing in there is set'),
  has_signing_secret: z.boolean().describe('Whether the secret of its events is set'),
  is_enabled: z.boolean().describe('Whether it is read, written and listened to'),
  events_path: z.string().nullable().describe('The path that it sends events to; null if it sends none'),
  check: ConnectionCheck.nullable().describe('The last check; null before the first one'),
  next_run_at: Timestamp.nullable().describe('When it is read next'),
  failures: count('Runs that failed since the last successful one'),
  last_run: ConnectionRun.nullable().describe('The last run; null before the first one'),
  read_until: Timestamp.nullable().describe('The time up to which all its tables have been read'),
  refused: count('Rows that are refused'),
  failed_writes: count('Writes that failed or found a conflict'),
  updated_at: Timestamp.describe('When it was last changed'),
  updated_by: z.string().describe('Who changed it last'),
})
export type Connection = z.infer<typeof Connection>

const RefusedRecord = z.object({
  stream: z.string().describe('The table'),
  foreign_id: z.string().describe('Its identifier in the other system'),
  label: z.string().describe('Its number or name'),
  reason: z.string().describe('Why it was refused'),
  refused_at: Timestamp.describe('When it was last refused'),
})

export const ConnectionWrite = z.object({
  id: z.string().describe('Identifier of the write'),
  entity: z.string().describe('Kind of the local record'),
  key: z.string().describe('The local record'),
  kind: z.string().describe('What is written'),
  status: oneOf(['waiting', 'done', 'conflict', 'failed', 'dropped']).describe('Its state'),
  attempts: count('Attempts so far'),
  reason: z.string().nullable().describe('Why it failed or what the conflict is'),
  fields: z
    .array(
      z.object({
        field: z.string().describe('The field in the other system'),
        ours: z.string().nullable().describe('What Hindsight writes'),
        theirs: z.string().nullable().describe('What is there'),
      }),
    )
    .describe('Both versions of each field of a conflict'),
  created_at: Timestamp.describe('When it was queued'),
  next_attempt_at: Timestamp.describe('When it is tried next, while it waits'),
  finished_at: Timestamp.nullable().describe('When it ended; null before'),
})
export type ConnectionWrite = z.infer<typeof ConnectionWrite>

export const ConnectionDetail = Connection.extend({
  streams: z.array(ConnectionStream).describe('Its tables'),
  runs: z.array(ConnectionRun).describe('The last 20 runs, newest first'),
  refusals: z.array(RefusedRecord).describe('Up to 100 refused rows, newest first'),
  writes: z.array(ConnectionWrite).describe('Up to 100 writes that wait, failed or found a conflict, newest first'),
})
export type ConnectionDetail = z.infer<typeof ConnectionDetail>
