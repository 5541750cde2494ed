import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { ServiceNowOptions } from '#lib/contracts/connection-options.ts'
import type { WriteResult } from '#lib/contracts/connection-values.ts'
import type { ConnectorContext } from '#server/connections/connector.ts'
import { assertUnchanged } from '#server/connections/find-connection.ts'
import { type Reading, ServiceNowError } from '#server/connections/servicenow/table-api.ts'
import { log } from '#server/platform/log/log.ts'
import { OutgoingError } from '#server/platform/outgoing/outgoing.ts'
import { connectionWrites } from '#server/schema/connections.ts'
import { type Attempt, failed, NotYetWritten, type WriteOutcome, type WriteRow } from './attempt.ts'
import { performWrite } from './perform-write.ts'

/** Attempts after which a write fails; they take about a day. */
const maxAttempts = 10
/** Maximum rounds of one attempt, which is repeated while the effect of the write is not known. */
const maxRounds = 3
/** Minutes until the second attempt; doubled for each further one, up to `maxDelayMinutes`. */
const firstDelayMinutes = 5
const maxDelayMinutes = 360

/**
 * Performs the waiting writes of a connection, longest waiting first. Each write is read back, and one whose effect is
 * not known is checked before it is repeated, so that the process may be killed at any point. Throws an `OutgoingError`
 * or a `ServiceNowError` if the other system cannot be used now.
 */
export async function writeWaiting(reading: Reading): Promise<void> {
  const { ctx, connection } = reading
  const started = performance.now()
  const now = () => new Date(ctx.now.getTime() + performance.now() - started)
  for (;;) {
    ctx.signal.throwIfAborted()
    await assertUnchanged(ctx.db, connection)
    const row = await claim(ctx, connection.id, now())
    if (!row) return
    try {
      await finish(ctx, row, await attemptWrite(reading, row), now())
    } catch (error) {
      if (ctx.signal.aborted) throw error
      await postpone(ctx, row, error, now())
      if (stopsAll(error)) throw error
    }
  }
}

/** Claims the next due write. Its next attempt is scheduled first, so that a kill delays it as an error would. */
async function claim({ db, now: runStart }: ConnectorContext, connectionId: string, now: Date) {
  const next = sql`(select id from ${connectionWrites}
    where connection_id = ${connectionId} and status = 'waiting' and next_attempt_at <= ${runStart.toISOString()}
    order by next_attempt_at, id limit 1 for update skip locked)`
  const minutes = sql`least(${maxDelayMinutes}::float8, ${firstDelayMinutes} * power(2, ${connectionWrites.attempts}))`
  const [row] = await db
    .update(connectionWrites)
    .set({
      attempts: sql`${connectionWrites.attempts} + 1`,
      nextAttemptAt: sql`${now.toISOString()}::timestamptz + ${minutes} * interval '1 minute'`,
    })
    .where(eq(connectionWrites.id, next))
    .returning()
  return row as WriteRow | undefined
}

async function attemptWrite(reading: Reading, row: WriteRow): Promise<WriteOutcome & { readonly result: WriteResult }> {
  const { writes } = reading.connection.options as ServiceNowOptions
  const result = row.result ?? { known: await findFormerRead(reading.ctx, row) }
  const attempt: Attempt = { ...reading, writes, row, result, isRepeated: false }
  for (let round = 1; ; round += 1) {
    try {
      const outcome = await performWrite(attempt)
      return { ...outcome, result: { ...attempt.result, fields: outcome.fields ?? [] } }
    } catch (error) {
      const isRefused =
        error instanceof ServiceNowError && ['rights', 'missing', 'rejected', 'filter'].includes(error.reason)
      if (isRefused) {
        const advice = ' Give it a role that may write; the check of the connection shows what else is missing.'
        const reason = `${error.message}${error.reason === 'rights' ? advice : ''}`
        return { ...failed(reason), result: attempt.result }
      }
      if (!(error instanceof NotYetWritten && error.isSent) || round === maxRounds) throw error
      attempt.isRepeated = true
    }
  }
}

/** Returns the values of the previous write of the same fields, which are ours. */
async function findFormerRead({ db }: ConnectorContext, row: WriteRow): Promise<NonNullable<WriteResult['known']>> {
  const { connectionId, entity, key, id, payload, result } = connectionWrites
  const isOfRecord = and(eq(connectionId, row.connectionId), eq(entity, row.entity), eq(key, row.key), lt(id, row.id))
  const isOfKind = sql`${payload} ->> 'kind' = ${row.payload.kind} and ${result} is not null`
  const query = db.select({ result }).from(connectionWrites).where(and(isOfRecord, isOfKind))
  const [last] = await query.orderBy(desc(id)).limit(1)
  return last?.result?.known ?? {}
}

async function finish(
  { db, count }: ConnectorContext,
  { id }: WriteRow,
  { status, reason, result }: WriteOutcome & { readonly result: WriteResult },
  now: Date,
): Promise<void> {
  // A write that was dropped meanwhile stays dropped, but the values that it wrote are ours.
  const isWaiting = sql`${connectionWrites.status} = 'waiting'`
  await db
    .update(connectionWrites)
    .set({
      result,
      status: sql`case when ${isWaiting} then ${status} else ${connectionWrites.status} end`,
      reason: sql`case when ${isWaiting} then ${reason} else ${connectionWrites.reason} end`,
      finishedAt: now.toISOString(),
    })
    .where(eq(connectionWrites.id, id))
  if (status === 'done') count({ written: 1 })
  if (status === 'conflict') count({ conflicts: 1 })
}

const stopsAll = (error: unknown) =>
  error instanceof OutgoingError || (error instanceof ServiceNowError && error.reason === 'sign_in')

/** Schedules the next attempt after an error. The attempt is not counted if the other system cannot be used at all. */
async function postpone({ db }: ConnectorContext, row: WriteRow, error: unknown, now: Date): Promise<void> {
  const isForeseen = stopsAll(error) || error instanceof ServiceNowError || error instanceof NotYetWritten
  if (!isForeseen) log.error({ err: error, write: row.id }, 'write to a connection failed')
  const reason = isForeseen ? (error as Error).message : 'An unexpected error occurred; the log of the service has it.'
  const isWaiting = and(eq(connectionWrites.id, row.id), eq(connectionWrites.status, 'waiting'))
  const retryAt = error instanceof OutgoingError ? error.retryAt : undefined
  const nextAttemptAt = (retryAt ?? new Date(now.getTime() + firstDelayMinutes * 60_000)).toISOString()
  const isLast = row.attempts >= maxAttempts
  const set = stopsAll(error)
    ? { attempts: row.attempts - 1, nextAttemptAt }
    : isLast && { status: 'failed' as const, finishedAt: now.toISOString() }
  await db
    .update(connectionWrites)
    .set({ reason, ...set })
    .where(isWaiting)
}
