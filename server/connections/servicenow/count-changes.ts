import { type SQL, sql } from 'drizzle-orm'
import type { ServiceNowOptions } from '#lib/contracts/connection-options.ts'
import { type Finding, type FoundRecord, toFindings } from '#lib/domain/audits/reconciliation.ts'
import { lowerFirst } from '#lib/text/first-letter.ts'
import { humaniseKey } from '#lib/text/humanise-key.ts'
import { numberKey } from '#lib/text/record-number.ts'
import { formatDay } from '#lib/time/format-time.ts'
import type { ConnectorContext, OpenConnection } from '#server/connections/connector.ts'
import { listFieldColumns } from '#server/import/mapping/plan-feeds.ts'
import { changes } from '#server/schema/changes.ts'
import { connectionRecords, connectionRefusals } from '#server/schema/connections.ts'
import { listKeys } from './compare-keys.ts'
import { narrowFilter } from './encoded-query.ts'
import { findDeleted } from './find-deleted.ts'
import { formatStoredTime, measureQueryTimeOffset, toQueryTime } from './read-pages.ts'
import { openStream } from './streams.ts'
import { createTableApi, getSysId, type RemoteRow, ServiceNowError, type TableApi } from './table-api.ts'
import { planTable, type TablePlan } from './table-plan.ts'
import { systemFields } from './tables.ts'

const table = 'change_request'
/** Keys per request. */
const keysPerPage = 5000

export const readsChanges = ({ kind, options }: Pick<OpenConnection, 'kind' | 'options'>): boolean =>
  kind === 'servicenow' && (options as ServiceNowOptions).tables[table] !== undefined

export type CountedPeriod = {
  /** The start of the period, and its end, which is exclusive. */
  readonly from: string
  readonly to: string
  /** SQL of a table with the `number` of the changes that are expected at the source. */
  readonly expected: SQL
}

/**
 * Requests the instance's count of the changes whose work ended in a period, with and without the filter of the
 * connection, and compares the keys with the stored ones. Each counted change is in exactly one finding, as is each
 * stored one that is not counted. Writes nothing.
 */
export async function countChanges(
  ctx: ConnectorContext,
  connection: OpenConnection,
  period: CountedPeriod,
): Promise<readonly Finding[]> {
  const api = createTableApi(ctx, connection)
  const plan = await planTable(ctx.db, connection, table)
  const [column] = listFieldColumns(plan.mapping.fields?.actual_end ?? null)
  if (column === undefined) throw new ServiceNowError('filter', `No column of ${table} is mapped to actual_end.`)
  const from = await toQueriedTime(api, column, period.from)
  const to = await toQueriedTime(api, column, period.to)
  const condition = `${column}>=${from}^${column}<${to}`
  const counted = await listCounted(api, condition)
  const inside = plan.filter === '' ? counted : await listCounted(api, narrowFilter(plan.filter, [condition]))
  const local = await readLocal(ctx, connection, period, counted.rows)
  const sorted = Map.groupBy(sortRows(plan, inside, local), ({ kind }) => kind)
  const find = (kind: SortedKind) => toFindings(kind, sorted.get(kind)?.map(({ found }) => found) ?? [])
  const insideIds = new Set(inside.rows.map(getSysId))
  const explain = (row: RemoteRow) =>
    local.knownRecords.has(getSysId(row)) ? 'Stored from an earlier read.' : 'Not read.'
  const outside = counted.rows
    .filter((row) => !insideIds.has(getSysId(row)))
    .map((row) => toFoundRecord(row, explain(row)))
  return [
    { kind: 'counted', count: inside.total, query: inside.query, records: [] },
    { kind: 'stored', count: sorted.get('stored')?.length ?? 0, of: inside.total, records: [] },
    ...find('not_in_population'),
    ...find('refused'),
    ...find('not_read_yet'),
    ...toFindings('hidden', [], Math.max(0, inside.total - inside.rows.length)),
    ...find('unexplained'),
    ...(plan.filter === ''
      ? []
      : [{ kind: 'counted_unfiltered', count: counted.total, query: counted.query, records: [] } as const]),
    ...toFindings('outside_filter', outside, Math.max(outside.length, counted.total - inside.total)),
    ...find('renumbered'),
    ...(await sortAbsent(api, counted.rows, local)),
  ]
}

const getNumber = (row: RemoteRow) => String(row.number || row.sys_id)
const toFoundRecord = (row: RemoteRow, text: string): FoundRecord => ({ record: getNumber(row), text })

/** Converts a moment to the time in a query, in the zone in which the instance reads that column around this time. */
async function toQueriedTime(api: TableApi, column: string, moment: string): Promise<string> {
  const time = formatStoredTime(Date.parse(moment))
  const find = async (query: string) =>
    (await api.list(table, { query, fields: ['sys_id', column], limit: 50 })).rows.find((row) => row[column])
  const row = (await find(`${column}>=${time}^ORDERBY${column}`)) ?? (await find(`ORDERBYDESC${column}`))
  const timed = row && { id: getSysId(row), time: String(row[column]) }
  return toQueryTime(time, (timed && (await measureQueryTimeOffset(api, table, timed, 0, column))) ?? 0)
}

/** Returns the instance's count for a query, and the keys of the rows that the account may read. */
async function listCounted(api: TableApi, query: string) {
  const { total } = await api.list(table, { query, fields: ['sys_id'], limit: 1 })
  const rows: RemoteRow[] = []
  for (let after: string | null = ''; after !== null; ) {
    const page = await listKeys(api, { table, filter: query, fields: systemFields }, after, keysPerPage)
    rows.push(...page.rows)
    after = page.last
  }
  const countRemark = total === undefined ? ' (it states no count: its rows were counted)' : ''
  return { query: `${table}: ${query}${countRemark}`, total: total ?? rows.length, rows }
}

type KnownRecord = {
  id: string
  key: string
  deleted_on: string | null
  /** True if it ended in the period according to Hindsight, or is in the population. */
  is_expected: boolean
  is_member: boolean
  state: string | null
  ended_inside: boolean
}
type CountedRows = Awaited<ReturnType<typeof listCounted>>
type LocalRecords = Awaited<ReturnType<typeof readLocal>>

/** Reads the stored records and refusals of the source's rows, and the stored changes of the period. */
async function readLocal(
  { db }: ConnectorContext,
  { id }: OpenConnection,
  { from, to, expected }: CountedPeriod,
  rows: readonly RemoteRow[],
) {
  const isRow = sql`r.foreign_id = any(${sql.param(rows.map(getSysId))}::text[])`
  const endedInside = sql`coalesce(c.actual_end >= ${from} and c.actual_end < ${to}, false)`
  const isMember = sql`r.key in (select e.number from ${expected} e)`
  const isExpected = sql`(${endedInside} or ${isMember})`
  const knownRecords = await db.execute<KnownRecord>(sql`
    select r.foreign_id as id, r.key, to_char(r.gone_at, 'YYYY-MM-DD') as deleted_on, ${isExpected} as is_expected,
      ${isMember} as is_member, c.state, ${endedInside} as ended_inside
    from ${connectionRecords} r left join ${changes} c on c.number = r.key
    where r.connection_id = ${id} and r.stream = ${table} and r.entity = 'change' and (${isRow} or ${isExpected})
    order by r.key`)
  const refused = await db.execute<{ id: string; reason: string }>(sql`
    select r.foreign_id as id, r.refusal ->> 'reason' as reason from ${connectionRefusals} r
    where r.connection_id = ${id} and r.stream = ${table} and ${isRow}`)
  const { completedAt, readUntil } = await openStream(db, id, table)
  return {
    knownRecords: new Map(knownRecords.rows.map((record) => [record.id, record])),
    refused: new Map(refused.rows.map((row) => [row.id, row.reason])),
    /** The time of the instance up to which everything was read; empty before the first complete read. */
    readUntil: completedAt === null || readUntil === null ? '' : formatStoredTime(Date.parse(readUntil)),
  }
}

/** Explains why a stored change is not in the population. */
function explainExclusion({ state, ended_inside: isInside }: KnownRecord, isStale: boolean): string {
  const since = isStale ? ', and it may have been written at the source since the last read' : ''
  if (state !== 'closed') return `Its state in Hindsight is ${lowerFirst(humaniseKey(state ?? 'unknown'))}${since}.`
  if (!isInside) return `It ended at another time in Hindsight${since}.`
  return 'It does not match the filter of the audit, or was closed after the population was frozen.'
}

type SortedKind = 'stored' | 'not_in_population' | 'refused' | 'not_read_yet' | 'unexplained' | 'renumbered'

/** Sorts the rows that the connection should have read by their local result. */
function sortRows({ mapping }: TablePlan, { rows }: CountedRows, { knownRecords, refused, readUntil }: LocalRecords) {
  const hasOwnNumber = listFieldColumns(mapping.fields?.number ?? null).join() === 'number'
  return rows.flatMap((row) => {
    const record = knownRecords.get(getSysId(row))
    const reason = refused.get(getSysId(row))
    const isStale = String(row.sys_updated_on) > readUntil
    const sorted: { kind: SortedKind; found: FoundRecord }[] = []
    const add = (kind: SortedKind, text: string, key?: string) =>
      sorted.push({ kind, found: key === undefined ? toFoundRecord(row, text) : { record: key, text } })
    if (reason !== undefined) add('refused', reason)
    else if (record?.deleted_on === null) {
      add('stored', '')
      if (!record.is_member) add('not_in_population', explainExclusion(record, isStale), record.key)
    } else if (isStale) add('not_read_yet', 'Not read yet.')
    else add('unexplained', 'Neither stored nor refused: unexplained.')
    if (record && hasOwnNumber && numberKey(record.key) !== numberKey(getNumber(row)))
      add('renumbered', `${getNumber(row)} at the source.`, record.key)
    return sorted
  })
}

/** Sorts stored changes of the period that the source does not count into deleted ones and others. */
async function sortAbsent(api: TableApi, rows: readonly RemoteRow[], { knownRecords }: LocalRecords) {
  const remote = new Set(rows.map(getSysId))
  const absent = [...knownRecords.values()].filter((record) => record.is_expected && !remote.has(record.id))
  const unmarked = absent.flatMap((record) => (record.deleted_on === null ? record.id : []))
  const deletedIds = new Set((await findDeleted(api, table, unmarked)).deleted)
  const deleted: FoundRecord[] = []
  const elsewhere: FoundRecord[] = []
  for (const { id, key: record, deleted_on: day } of absent) {
    if (day !== null) deleted.push({ record, text: `Found on ${formatDay(day)}.` })
    else if (deletedIds.has(id)) deleted.push({ record, text: 'Found with this count.' })
    else elsewhere.push({ record, text: 'It ended at another time at the source, or the account may not read it.' })
  }
  return [...toFindings('deleted', deleted), ...toFindings('ended_elsewhere', elsewhere)]
}
