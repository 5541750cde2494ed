import { and, asc, eq, gt } from 'drizzle-orm'
import type { ServiceNowOptions } from '#lib/contracts/connection-options.ts'
import { assertUnchanged } from '#server/connections/assert-unchanged.ts'
import type { ConnectorContext, OpenConnection } from '#server/connections/connector.ts'
import { isAppError } from '#server/platform/errors.ts'
import { log } from '#server/platform/log/log.ts'
import { processWide } from '#server/platform/process/process-wide.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { decideReviews } from '#server/reviews/policy/decide-reviews.ts'
import { connectionRefusals } from '#server/schema/connections.ts'
import { compareKeys } from './compare-keys.ts'
import { type QueryTimeOffset, readPages } from './read-pages.ts'
import type { Reading } from './reading.ts'
import { ServiceNowError } from './servicenow-error.ts'
import { storeRows } from './store-rows.ts'
import { findStart, openStream, saveStream } from './streams.ts'
import type { TableApi } from './table-api.ts'
import { planTable, type TablePlan } from './table-plan.ts'
import { readingOrder } from './tables.ts'
import { parseStoredTime } from './times.ts'

/** Milliseconds per run for the comparison of keys, so that it does not delay the reading. */
const compareMs = 60_000

/** Reads what is new in each chosen table, people and services first, after retrying the refused rows of the table. */
export async function readStreams(ctx: ConnectorContext, connection: OpenConnection, api: TableApi): Promise<void> {
  const zone = getZone(connection.id)
  try {
    await runForEachTable(ctx, connection, api, async (reading, plan) => {
      await retryRefusals(reading, plan)
      await readTable(reading, plan, zone)
    })
  } catch (error) {
    if (!isOfOneTable(error)) throw error
    await decideOrLog(ctx)
    throw error
  }
  await decideOrLog(ctx)
}

/** Compares the keys of the tables that are due, for a limited time. */
export async function compareStreams(ctx: ConnectorContext, connection: OpenConnection, api: TableApi): Promise<void> {
  const until = Date.now() + compareMs
  await runForEachTable(ctx, connection, api, (reading, plan) => compareKeys(reading, plan, until))
}

/**
 * Runs `work` for each chosen table. A table that fails does not stop the others; the first such failure is thrown at
 * the end.
 */
async function runForEachTable(
  ctx: ConnectorContext,
  connection: OpenConnection,
  api: TableApi,
  work: (reading: Reading, plan: TablePlan) => Promise<void>,
): Promise<void> {
  const { tables } = connection.options as ServiceNowOptions
  let failure: unknown
  for (const table of readingOrder.filter((name) => tables[name] !== undefined)) {
    try {
      await work({ ctx, connection, api }, await planTable(ctx.db, connection, table))
    } catch (error) {
      if (!isOfOneTable(error)) throw error
      failure ??= error
    }
  }
  if (failure !== undefined) throw failure
}

/** Decides reviews; after a failure, the next run of that job decides. */
const decideOrLog = (ctx: ConnectorContext) =>
  decideReviews({ ...ctx, now: new Date() }).catch((error) => log.warn({ err: error }, 'reviews not decided'))

/** True if an error concerns one table only: other tables may be read and reviews written in spite of it. */
export const isOfOneTable = (error: unknown): boolean =>
  isAppError(error) && !(error instanceof ServiceNowError && error.reason === 'sign_in')

/** Offsets that earlier runs measured, by connection; each page shows whether they still hold. */
const zones = () => processWide('servicenow-zones', () => new Map<string, QueryTimeOffset>())

function getZone(connectionId: string): QueryTimeOffset {
  const zone = zones().get(connectionId) ?? { offsetMs: 0 }
  zones().set(connectionId, zone)
  return zone
}

const retriedAtOnce = 500

async function retryRefusals(reading: Reading, plan: TablePlan): Promise<void> {
  const { ctx, connection } = reading
  const { connectionId, stream, remoteId, refusal } = connectionRefusals
  for (let after = ''; ; ) {
    const refused = await ctx.db
      .select({ id: remoteId, refusal })
      .from(connectionRefusals)
      .where(and(eq(connectionId, connection.id), eq(stream, plan.table), gt(remoteId, after)))
      .orderBy(asc(remoteId))
      .limit(retriedAtOnce)
    const last = refused.at(-1)
    if (!last) return
    ctx.signal.throwIfAborted()
    await storeRows(
      reading,
      plan,
      refused.map((each) => each.refusal.row),
      { isRetry: true },
    )
    after = last.id
  }
}

/**
 * Reads what is new in a table, to its end. Each page and the progress are written in one transaction, so that an
 * interrupted read continues there.
 */
async function readTable(reading: Reading, plan: TablePlan, zone: QueryTimeOffset): Promise<void> {
  const { ctx, connection, api } = reading
  const options = connection.options as { page_size?: number }
  const stream = await openStream(ctx.db, connection.id, plan.table)
  const isFirst = stream.completedAt === null
  const request = { ...plan, pageSize: options.page_size ?? 500, after: await findStart(ctx.db, stream) }
  let rowsDone = isFirst ? stream.done : 0
  const pages = readPages(api, request, zone)
  for (;;) {
    const next = await pages.next()
    ctx.signal.throwIfAborted()
    if (next.done) {
      const at = ctx.now.toISOString()
      const completedStream = {
        completedAt: stream.completedAt ?? at,
        keysComparedAt: stream.keysComparedAt ?? at,
        readUntil: new Date(parseStoredTime(next.value)).toISOString(),
      }
      return inTransaction(ctx, async (tx) => {
        await assertUnchanged(tx.db, connection)
        await saveStream(tx.db, stream, { ...completedStream, ...(isFirst && { total: rowsDone }) })
      })
    }
    const { query, rows, settled, total } = next.value
    rowsDone += rows.length
    const progress = {
      ...(settled && { watermarkTime: settled.time, watermarkKey: settled.id }),
      ...(isFirst && { done: rowsDone, total: Math.max(rowsDone, rowsDone - rows.length + (total ?? 0)) }),
    }
    await storeRows(reading, plan, rows, { query, progress })
  }
}
