import { and, eq, inArray } from 'drizzle-orm'
import { connectionRecords } from '#server/schema/connections.ts'
import { narrowFilter } from './encoded-query.ts'
import { type QueryZone, readPages } from './read-pages.ts'
import { ServiceNowError } from './service-now-error.ts'
import { idOf, type Reading, storeRows } from './store-rows.ts'
import { openStream, saveStream } from './streams.ts'
import type { ForeignRow, TableApi } from './table-api.ts'
import type { TablePlan } from './table-plan.ts'
import { systemFields } from './tables.ts'

const weekMs = 7 * 24 * 3_600_000
const keysPerPage = 5000
/** Identifiers in one query; more make an address that is too long. */
const idsPerQuery = 100

type KnownVersions = ReadonlyMap<string, { readonly writesThere: number | null; readonly isGone: boolean }>

/**
 * Compares the keys of a table with those known here, once a week. Records that were deleted there are marked, and stay
 * here. Rows that were never read, such as those that the account may read since, are read now.
 */
export async function compareKeys(reading: Reading, api: TableApi, plan: TablePlan, zone: QueryZone): Promise<void> {
  const { ctx, connection } = reading
  const stream = await openStream(ctx.db, connection.id, plan.table)
  const isDue = stream.keysComparedAt === null || Date.parse(stream.keysComparedAt) <= ctx.now.getTime() - weekMs
  if (!isDue) return
  const known = await findKnownVersions(reading, plan)
  if (known.size > 0) {
    const { seen, unread } = await listKeys(reading, api, plan, zone, known)
    await readMissed(reading, api, plan, unread)
    await markGone(reading, api, plan, known, seen)
  }
  await saveStream(ctx.db, stream, { keysComparedAt: ctx.now.toISOString() })
}

const isTable = ({ connection }: Reading, { table }: TablePlan) =>
  and(eq(connectionRecords.connectionId, connection.id), eq(connectionRecords.stream, table))

async function findKnownVersions(reading: Reading, plan: TablePlan): Promise<KnownVersions> {
  const { foreignId, writesThere, goneAt } = connectionRecords
  const records = await reading.ctx.db
    .select({ foreignId, writesThere, goneAt })
    .from(connectionRecords)
    .where(isTable(reading, plan))
  return new Map(
    records.map((each) => [each.foreignId, { writesThere: each.writesThere, isGone: each.goneAt !== null }]),
  )
}

/** The keys that are there, and those of them whose version is not the one that was read. */
async function listKeys(reading: Reading, api: TableApi, plan: TablePlan, zone: QueryZone, known: KnownVersions) {
  const seen = new Set<string>()
  const unread: string[] = []
  const request = { ...plan, fields: systemFields, pageSize: keysPerPage, after: [] }
  for await (const { rows } of readPages(api, request, zone)) {
    reading.ctx.signal.throwIfAborted()
    for (const row of rows) {
      const version = known.get(idOf(row))
      seen.add(idOf(row))
      if (!version || version.isGone || version.writesThere !== Number(row.sys_mod_count)) unread.push(idOf(row))
    }
  }
  return { seen, unread }
}

async function readMissed(reading: Reading, api: TableApi, plan: TablePlan, ids: readonly string[]): Promise<void> {
  for (const chunk of chunksOf(ids)) {
    await storeRows(reading, plan, await listByIds(api, plan, chunk, plan.filter, plan.fields))
  }
}

/** Marks the records that are neither among the keys nor outside of the filter. */
async function markGone(
  reading: Reading,
  api: TableApi,
  plan: TablePlan,
  known: KnownVersions,
  seen: ReadonlySet<string>,
): Promise<void> {
  const { ctx } = reading
  const unseen = [...known].filter(([id, { isGone }]) => !isGone && !seen.has(id)).map(([id]) => id)
  const gone: string[] = []
  for (const chunk of chunksOf(unseen)) {
    const there = new Set((await listByIds(api, plan, chunk, '', ['sys_id'])).map(idOf))
    gone.push(...chunk.filter((id) => !there.has(id)))
  }
  if (gone.length > 20 && gone.length * 2 > known.size) {
    const count = `${gone.length.toLocaleString('en')} of ${known.size.toLocaleString('en')}`
    const advice = 'Nothing was marked as deleted. Check the rights of the account'
    throw new ServiceNowError('rights', `${count} records of ${plan.table} can no longer be read. ${advice}.`)
  }
  for (const chunk of chunksOf(gone)) {
    await ctx.db
      .update(connectionRecords)
      .set({ goneAt: ctx.now.toISOString() })
      .where(and(isTable(reading, plan), inArray(connectionRecords.foreignId, chunk)))
  }
}

async function listByIds(
  api: TableApi,
  { table }: TablePlan,
  ids: readonly string[],
  filter: string,
  fields: readonly string[],
): Promise<readonly ForeignRow[]> {
  const query = narrowFilter(filter, [`sys_idIN${ids.join(',')}`])
  return (await api.list(table, { query, fields, limit: ids.length })).rows
}

function* chunksOf(ids: readonly string[]): Generator<string[]> {
  for (let at = 0; at < ids.length; at += idsPerQuery) yield ids.slice(at, at + idsPerQuery)
}
