import { and, asc, gt, lte } from 'drizzle-orm'
import { assertUnchanged } from '#server/connections/find-connection.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { connectionRecords } from '#server/schema/connections.ts'
import { narrowFilter } from './encoded-query.ts'
import { findDeleted } from './find-deleted.ts'
import { readPage, type TableSource } from './read-pages.ts'
import { storeRows } from './store-rows.ts'
import { isOfStream, markDeleted, openStream, saveStream } from './streams.ts'
import { getSysId, type Reading, type RemoteRow, ServiceNowError, type TableApi } from './table-api.ts'
import { splitIntoChunks, type TablePlan } from './table-plan.ts'
import { systemFields } from './tables.ts'

const weekMs = 7 * 24 * 3_600_000
/** Rows in a page of keys per row in a page of whole rows. */
const keysPerRow = 10

/**
 * Compares the keys of a remote table with the local ones once a week. Local records whose remote record was deleted
 * are marked and stay. Remote rows that were never read, such as those that the account may read only since then, are
 * read now. Keys are compared in order, page by page, until the time `until`; the next run continues after the last
 * page.
 */
export async function compareKeys(reading: Reading, plan: TablePlan, until: number): Promise<void> {
  const { ctx, connection } = reading
  const stream = await openStream(ctx.db, connection.id, plan.table)
  const isDue = stream.keysComparedAt === null || Date.parse(stream.keysComparedAt) <= ctx.now.getTime() - weekMs
  if (!isDue || stream.completedAt === null) return
  let after: string | null = stream.keysComparedTo ?? ''
  while (after !== null && Date.now() < until) {
    ctx.signal.throwIfAborted()
    after = await comparePage(reading, plan, after)
    const progress = { keysComparedTo: after, ...(after === null && { keysComparedAt: ctx.now.toISOString() }) }
    await inTransaction(ctx, async (tx) => {
      await assertUnchanged(tx.db, connection)
      await saveStream(tx.db, stream, progress)
    })
  }
}

/** Compares the page of keys after `after`. Returns its last key, or null at the end of the table. */
async function comparePage(reading: Reading, plan: TablePlan, after: string): Promise<string | null> {
  const { api } = reading
  const { page_size: pageSize = 500 } = reading.connection.options as { page_size?: number }
  const keysPerPage = pageSize * keysPerRow
  const { rows, last } = await listKeys(api, { ...plan, fields: systemFields }, after, keysPerPage)
  const limit = keysPerPage + 1
  const { remoteId, remoteVersion, remoteDeletedAt } = connectionRecords
  const isInPage = and(gt(remoteId, after), last === null ? undefined : lte(remoteId, last))
  const knownRecords = await reading.ctx.db
    .select({ remoteId, remoteVersion, remoteDeletedAt })
    .from(connectionRecords)
    .where(and(isOfStream(connectionRecords, { connectionId: reading.connection.id, stream: plan.table }), isInPage))
    .orderBy(asc(remoteId))
    .limit(limit)
  const end = knownRecords.length < limit ? last : (knownRecords.at(-1)?.remoteId ?? last)
  const versions = new Map(knownRecords.map((record) => [record.remoteId, record]))
  const compared = rows.filter((row) => end === null || getSysId(row) <= end)
  const unread = compared.filter((row) => {
    const record = versions.get(getSysId(row))
    return !record || record.remoteDeletedAt !== null || record.remoteVersion !== Number(row.sys_mod_count)
  })
  for (const ids of splitIntoChunks(unread.map(getSysId))) {
    const query = narrowFilter(plan.filter, [`sys_idIN${ids.join(',')}`])
    const { rows: found } = await api.list(plan.table, { query, fields: plan.fields, limit: ids.length })
    await storeRows(reading, plan, found, { query })
  }
  const remoteIds = new Set(rows.map(getSysId))
  const unseen = knownRecords.flatMap((record) =>
    record.remoteDeletedAt === null && !remoteIds.has(record.remoteId) ? record.remoteId : [],
  )
  await markUnseen(reading, plan, unseen, knownRecords.length)
  return end
}

/** Reads a page of keys; `last` is null at the end of the table. Pages whose rows may not be read are skipped. */
export async function listKeys(
  api: TableApi,
  source: TableSource,
  after: string,
  keysPerPage: number,
): Promise<{ rows: readonly RemoteRow[]; last: string | null }> {
  const query = `${narrowFilter(source.filter, [after === '' ? '' : `sys_id>${after}`])}^ORDERBYsys_id`
  for (let offset = 0, limit = keysPerPage; ; offset += Math.max(1, Math.floor(limit / 2))) {
    const read = await readPage(api, source, { query, offset, limit })
    limit = read.limit
    const { rows, hasMore } = read.page
    const last = rows.at(-1)
    if (last || !hasMore) return { rows, last: last && hasMore ? getSysId(last) : null }
  }
}

/** Marks deleted records. Throws if most of the compared records have become unreadable. */
async function markUnseen(reading: Reading, plan: TablePlan, unseen: readonly string[], compared: number) {
  const { ctx, connection, api } = reading
  const { deleted: deletedIds, unreadable } = await findDeleted(api, plan.table, unseen)
  if (unreadable > 20 && unreadable * 2 > compared) {
    const count = `${unreadable.toLocaleString('en')} of ${compared.toLocaleString('en')}`
    const advice = 'Nothing was marked as deleted. Check the rights of the account'
    throw new ServiceNowError('rights', `${count} records of ${plan.table} can no longer be read. ${advice}.`)
  }
  if (deletedIds.length === 0) return
  await inTransaction(ctx, async (tx) => {
    await assertUnchanged(tx.db, connection)
    await markDeleted(tx.db, { connectionId: connection.id, stream: plan.table }, deletedIds, ctx.now)
  })
}
