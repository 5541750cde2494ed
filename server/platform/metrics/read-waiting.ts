import { findDatabaseErrorCode } from '#server/platform/db/error-code.ts'
import { inTime } from '#server/platform/in-time.ts'
import { log } from '#server/platform/log/log.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'

type OutboxCounts = { readonly waiting: number; readonly oldestSeconds: number }
type Queue = {
  readonly name: string
  readonly queued: number
  readonly active: number
  /** Time of the last successful run in seconds since 1970; null if there was none in the last day. */
  readonly lastSuccess: number | null
}

const outbox = `
  select count(*)::int as waiting,
    coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as "oldestSeconds"
  from (
    select created_at from mails where send_after is not null
    union all select created_at from notifications where is_mail_due
  ) as waiting`

/** Excludes pg-boss's own queues, whose names start with two underscores. */
const queues = `
  select name,
    (count(*) filter (where state in ('created', 'retry')))::int as queued,
    (count(*) filter (where state = 'active'))::int as active,
    extract(epoch from max(completed_on) filter (where state = 'completed'))::float8 as "lastSuccess"
  from pgboss.job where name not like '\\_\\_%' group by name order by name`

/** The waiting mail in the shared outbox; undefined if the database does not respond. */
export const countOutbox = async (): Promise<OutboxCounts | undefined> => (await read<OutboxCounts>(outbox))?.[0]

/** The shared queues; undefined if the database does not respond or no process has run a job yet. */
export const readQueues = (): Promise<Queue[] | undefined> => read<Queue>(queues)

/** Time limit of these queries in milliseconds. */
const timeoutMs = 2_000

/** Runs a query; undefined if it fails, so that the other metrics are unaffected. */
async function read<Row>(text: string): Promise<Row[] | undefined> {
  try {
    return (await inTime(getRuntime().pool.query(text), timeoutMs)).rows
  } catch (error) {
    if (findDatabaseErrorCode(error) !== '42P01') log.warn({ err: error }, 'metrics of the database not read')
    return undefined
  }
}
