import { assertUnchanged } from '#server/connections/assert-unchanged.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { type QueryTimeOffset, readPages } from './read-pages.ts'
import type { Reading } from './reading.ts'
import { storeRows } from './store-rows.ts'
import { findStart, openStream, saveStream } from './streams.ts'
import type { TablePlan } from './table-plan.ts'
import { parseStoredTime } from './times.ts'

/**
 * Reads what is new in a table, to its end. Each page and the progress are written in one transaction, so that an
 * interrupted read continues there.
 */
export async function readTable(reading: Reading, plan: TablePlan, zone: QueryTimeOffset): Promise<void> {
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
