import { and, asc, gt } from 'drizzle-orm'
import type { ServiceNowOptions } from '#lib/contracts/connection-options.ts'
import type { Connector } from '#server/connections/connector.ts'
import { assertUnchanged } from '#server/connections/find-connection.ts'
import { isAppError } from '#server/platform/errors.ts'
import { log } from '#server/platform/log/log.ts'
import { processWide } from '#server/platform/process/process-wide.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { decideReviews } from '#server/reviews/policy/decide-reviews.ts'
import { connectionRefusals } from '#server/schema/connections.ts'
import { checkServiceNow } from './check.ts'
import { compareKeys } from './compare-keys.ts'
import { parseStoredTime, type QueryTimeOffset, readPages } from './read-pages.ts'
import { storeRows } from './store-rows.ts'
import { findStart, isOfStream, openStream, saveStream } from './streams.ts'
import { createTableApi, type Reading, ServiceNowError } from './table-api.ts'
import { planTable, type TablePlan } from './table-plan.ts'
import { readingOrder } from './tables.ts'
import { writeWaiting } from './writes/write-waiting.ts'

/** Milliseconds per run for the comparison of keys, so that it does not delay the reading. */
const compareMs = 60_000

/** Reads and writes ServiceNow through its Table API. */
export const serviceNowConnector: Connector = {
  check: checkServiceNow,
  run(ctx, connection) {
    const reading = { ctx, connection, api: createTableApi(ctx, connection) }
    const steps = [readTables, decideOrLog, writeWaiting, compareTables]
    return runEach(steps, (step) => step(reading))
  },
}

/** Runs `work` for each item. The first failure of a single table is thrown at the end. */
async function runEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  let failure: unknown
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      // No table can be read or written without a sign-in.
      if (!isAppError(error) || (error instanceof ServiceNowError && error.reason === 'sign_in')) throw error
      failure ??= error
    }
  }
  if (failure !== undefined) throw failure
}

function runForEachTable(reading: Reading, work: (plan: TablePlan) => Promise<void>): Promise<void> {
  const { ctx, connection } = reading
  const { tables } = connection.options as ServiceNowOptions
  const chosen = readingOrder.filter((name) => tables[name] !== undefined)
  return runEach(chosen, async (table) => work(await planTable(ctx.db, connection, table)))
}

/** Reads what is new in each chosen table, people and services first, after retrying the refused rows of the table. */
function readTables(reading: Reading): Promise<void> {
  const zone = getZone(reading.connection.id)
  return runForEachTable(reading, async (plan) => {
    await retryRefusals(reading, plan)
    await readTable(reading, plan, zone)
  })
}

/** Compares the keys of the tables that are due, for a limited time. */
function compareTables(reading: Reading): Promise<void> {
  const until = Date.now() + compareMs
  return runForEachTable(reading, (plan) => compareKeys(reading, plan, until))
}

/** Decides reviews; after a failure, the next run of that job decides. */
const decideOrLog = async ({ ctx }: Reading): Promise<void> => {
  await decideReviews({ ...ctx, now: new Date() }).catch((error) => log.warn({ err: error }, 'reviews not decided'))
}

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
  const { remoteId: id, refusal } = connectionRefusals
  const isOfTable = isOfStream(connectionRefusals, { connectionId: connection.id, stream: plan.table })
  for (let after: string | undefined = ''; after !== undefined; ) {
    const refused = await ctx.db
      .select({ id, refusal })
      .from(connectionRefusals)
      .where(and(isOfTable, gt(id, after)))
      .orderBy(asc(id))
      .limit(retriedAtOnce)
    after = refused.at(-1)?.id
    ctx.signal.throwIfAborted()
    const rows = refused.map((each) => each.refusal.row)
    if (rows.length > 0) await storeRows(reading, plan, rows, { isRetry: true })
  }
}

/** Reads what is new in a table. Each page is written with the progress, from which an interrupted read continues. */
async function readTable(reading: Reading, plan: TablePlan, zone: QueryTimeOffset): Promise<void> {
  const { ctx, connection, api } = reading
  const { page_size: pageSize = 500 } = connection.options as { page_size?: number }
  const stream = await openStream(ctx.db, connection.id, plan.table)
  const isFirst = stream.completedAt === null
  let rowsDone = isFirst ? stream.done : 0
  const pages = readPages(api, { ...plan, pageSize, after: await findStart(ctx.db, stream) }, zone)
  for (;;) {
    const next = await pages.next()
    ctx.signal.throwIfAborted()
    if (next.done) {
      const at = ctx.now.toISOString()
      return inTransaction(ctx, async (tx) => {
        await assertUnchanged(tx.db, connection)
        await saveStream(tx.db, stream, {
          completedAt: stream.completedAt ?? at,
          keysComparedAt: stream.keysComparedAt ?? at,
          readUntil: new Date(parseStoredTime(next.value)).toISOString(),
          ...(isFirst && { total: rowsDone }),
        })
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
