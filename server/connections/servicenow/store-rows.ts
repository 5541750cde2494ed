import { inArray } from 'drizzle-orm'
import type { ConnectorContext } from '#server/connections/connector.ts'
import { listFieldColumns } from '#server/import/mapping/plan-feeds.ts'
import { connectionRecords, deployments } from '#server/schema/connections.ts'
import { attachApprovers } from './read-approvers.ts'
import type { SeenRow } from './record-seen-rows.ts'
import { isOfRecords, type Stream } from './streams.ts'
import { getSysId, type Reading, type RemoteRow } from './table-api.ts'
import { groupByMissing, type RowGroup, type TablePlan } from './table-plan.ts'
import { writeGroup } from './write-group.ts'

type StoreOptions = {
  /** The query that returned the rows; undefined for refused rows that are retried. */
  readonly query?: string
  /** Progress to save in the last transaction, together with the fields that the rows lack. */
  readonly progress?: Partial<Stream>
  /** True if the rows were refused and counted before. */
  readonly isRetry?: boolean
}

/**
 * Writes rows of ServiceNow to the local records. Rows of a known version are skipped. For records that Hindsight
 * created itself, such as drafts of lessons, only the version is recorded.
 */
export async function storeRows(
  reading: Reading,
  plan: TablePlan,
  rows: readonly RemoteRow[],
  { query, progress, isRetry = false }: StoreOptions,
): Promise<void> {
  const knownRecords = await findKnownRecords(reading, plan, rows)
  const fresh = isRetry ? rows : rows.filter((row) => !isSameVersion(row, knownRecords.get(getSysId(row))))
  const received = { query, rows: new Map(fresh.map((row) => [getSysId(row), row])) }
  const isOwnRecord = (row: RemoteRow) => (knownRecords.get(getSysId(row))?.entity ?? plan.entity) !== plan.entity
  const others = fresh.filter((row) => !isOwnRecord(row))
  const read = await attachApprovers(reading.api, plan, others)
  const ownRows = fresh
    .filter(isOwnRecord)
    .map((row) => ({ row, entity: plan.entity, key: getSysId(row), ...knownRecords.get(getSysId(row)) }))
  const groups = groupByMissing(plan, await dropDeployedTimes(reading.ctx, plan, read, knownRecords))
  const isWritten = ({ missingRequired }: RowGroup) => plan.kind !== null && missingRequired.length === 0
  const seenRows = [
    ...ownRows,
    ...groups.filter((group) => !isWritten(group)).flatMap((group) => toSeenRows(plan, group)),
  ]
  const writtenGroups: Pick<RowGroup, 'rows' | 'mapping'>[] = groups.filter(isWritten)
  if (writtenGroups.length === 0) writtenGroups.push({ rows: [], mapping: plan.mapping })
  const missing = plan.columns.filter((column) => read.some((row) => !(column in row)))
  const counts = { inserted: 0, updated: 0, refused: 0 }
  for (const [at, group] of writtenGroups.entries()) {
    const isLast = at === writtenGroups.length - 1
    const result = await writeGroup(reading, plan, {
      ...group,
      received,
      seenRows: isLast ? seenRows : [],
      progress: isLast && progress ? { ...progress, ...(read.length > 0 && { missingFields: missing }) } : {},
    })
    for (const name of ['inserted', 'updated', 'refused'] as const) counts[name] += result[name]
  }
  const unchanged = rows.length - counts.inserted - counts.updated - counts.refused
  reading.ctx.count(isRetry ? { ...counts, refused: 0 } : { ...counts, read: rows.length, unchanged })
}

/** Lists the rows of a group that become no records, each with its key or the reason of its refusal. */
function toSeenRows({ kind, entity }: TablePlan, { rows, missingRequired }: RowGroup): SeenRow[] {
  if (kind !== null)
    return rows.map((row) => ({ row, reason: `The account may not read ${missingRequired.join(', ')}` }))
  return rows.map((row) => ({ row, entity, key: typeof row.number === 'string' ? row.number : getSysId(row) }))
}

/**
 * Drops empty actual times of changes that were deployed: a system of record without times must not clear those of the
 * pipeline. Times that it does have replace them.
 */
async function dropDeployedTimes(
  { db }: ConnectorContext,
  { kind, mapping: { fields = {} } }: TablePlan,
  rows: readonly RemoteRow[],
  records: ReadonlyMap<string, KnownRecord>,
): Promise<readonly RemoteRow[]> {
  if (kind !== 'changes' || rows.length === 0) return rows
  // Deployments of a change that was renumbered in ServiceNow still have its former number.
  const listNumbers = (row: RemoteRow) => [String(row.number), records.get(getSysId(row))?.key ?? String(row.number)]
  const numbers = rows.flatMap(listNumbers)
  const deployed = await db
    .selectDistinct({ number: deployments.changeNumber })
    .from(deployments)
    .where(inArray(deployments.changeNumber, numbers))
  const deployedNumbers = new Set(deployed.map(({ number }) => number))
  const times = [fields.actual_start, fields.actual_end].map((field) => listFieldColumns(field ?? null))
  return rows.map((row) => {
    if (!listNumbers(row).some((number) => deployedNumbers.has(number))) return row
    const isEmpty = (column: string) => row[column] === undefined || row[column] === null || row[column] === ''
    return omitColumns(row, times.filter((columns) => columns.every(isEmpty)).flat())
  })
}

const omitColumns = (row: RemoteRow, columns: readonly string[]): RemoteRow =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column)))

type KnownRecord = typeof connectionRecords.$inferSelect

async function findKnownRecords({ ctx, connection }: Reading, { table }: TablePlan, rows: readonly RemoteRow[]) {
  const key = { connectionId: connection.id, stream: table }
  const isKnown = isOfRecords(connectionRecords, key, rows.map(getSysId))
  const records = await ctx.db.select().from(connectionRecords).where(isKnown)
  return new Map(records.map((record) => [record.remoteId, record]))
}

const isSameVersion = (row: RemoteRow, record: KnownRecord | undefined) =>
  record?.remoteVersion === Number(row.sys_mod_count) &&
  record.remoteUpdatedAt === row.sys_updated_on &&
  record.remoteDeletedAt === null
