import { and, eq, inArray } from 'drizzle-orm'
import type { ConnectorContext } from '#server/connections/connector.ts'
import { columnsOfField } from '#server/import/mapping/plan-feeds.ts'
import { connectionRecords, deployments } from '#server/schema/connections.ts'
import { attachApprovers } from './read-approvers.ts'
import type { Reading } from './reading.ts'
import type { SeenRow } from './record-seen-rows.ts'
import type { Stream } from './streams.ts'
import { type ForeignRow, idOf } from './table-api.ts'
import { groupByMissing, type RowGroup, type TablePlan } from './table-plan.ts'
import { writeGroup } from './write-group.ts'

type StoreOptions = {
  /** The query that returned the rows; refused rows that are tried again have none. */
  readonly query?: string
  /** Written in the last transaction, with the fields that the rows lack. */
  readonly progress?: Partial<Stream>
  /** Whether the rows were refused before, and were counted then. */
  readonly isRetry?: boolean
}

/**
 * Writes rows of ServiceNow to the local records. Rows whose version is known are skipped, and those that Hindsight made
 * itself, such as drafts of lessons, only have their version recorded.
 */
export async function storeRows(
  reading: Reading,
  plan: TablePlan,
  rows: readonly ForeignRow[],
  { query, progress, isRetry = false }: StoreOptions,
): Promise<void> {
  const knownRecords = await findKnown(reading, plan, rows)
  const fresh = isRetry ? rows : rows.filter((row) => !isSameVersion(row, knownRecords.get(idOf(row))))
  const received = { query, rows: new Map(fresh.map((row) => [idOf(row), row])) }
  const isOwn = (row: ForeignRow) => (knownRecords.get(idOf(row))?.entity ?? plan.entity) !== plan.entity
  const read = await attachApprovers(
    reading.api,
    plan,
    fresh.filter((row) => !isOwn(row)),
  )
  const ownRows = fresh
    .filter(isOwn)
    .map((row) => ({ row, entity: plan.entity, key: idOf(row), ...knownRecords.get(idOf(row)) }))
  const groups = groupByMissing(plan, await dropDeployedTimes(reading.ctx, plan, read, knownRecords))
  const isWritten = ({ lacking }: RowGroup) => plan.kind !== null && lacking.length === 0
  const seenRows = [
    ...ownRows,
    ...groups.filter((group) => !isWritten(group)).flatMap((group) => seenOnly(plan, group)),
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
      seen: isLast ? seenRows : [],
      progress: isLast && progress ? { ...progress, ...(read.length > 0 && { missingFields: missing }) } : {},
    })
    for (const name of ['inserted', 'updated', 'refused'] as const) counts[name] += result[name]
  }
  const unchanged = rows.length - counts.inserted - counts.updated - counts.refused
  reading.ctx.count(isRetry ? { ...counts, refused: 0 } : { ...counts, read: rows.length, unchanged })
}

/** What is noted of rows that become no records. */
function seenOnly({ kind, entity }: TablePlan, { rows, lacking }: RowGroup): SeenRow[] {
  if (kind !== null) return rows.map((row) => ({ row, reason: `The account may not read ${lacking.join(', ')}` }))
  return rows.map((row) => ({ row, entity, key: typeof row.number === 'string' ? row.number : idOf(row) }))
}

/**
 * The rows without empty actual times of changes that were deployed: a system of record that has no times does not remove
 * those of the pipeline; times that it has take their place.
 */
async function dropDeployedTimes(
  { db }: ConnectorContext,
  { kind, mapping: { fields = {} } }: TablePlan,
  rows: readonly ForeignRow[],
  records: ReadonlyMap<string, KnownRecord>,
): Promise<readonly ForeignRow[]> {
  if (kind !== 'changes' || rows.length === 0) return rows
  // A change that was renumbered in ServiceNow still has its former number in the deployments.
  const numbersOf = (row: ForeignRow) => [String(row.number), records.get(idOf(row))?.key ?? String(row.number)]
  const numbers = rows.flatMap(numbersOf)
  const deployed = await db
    .selectDistinct({ number: deployments.changeNumber })
    .from(deployments)
    .where(inArray(deployments.changeNumber, numbers))
  const deployedNumbers = new Set(deployed.map(({ number }) => number))
  const times = [fields.actual_start, fields.actual_end].map((field) => columnsOfField(field ?? null))
  return rows.map((row) => {
    if (!numbersOf(row).some((number) => deployedNumbers.has(number))) return row
    const isEmpty = (column: string) => row[column] === undefined || row[column] === null || row[column] === ''
    return without(row, times.filter((columns) => columns.every(isEmpty)).flat())
  })
}

const without = (row: ForeignRow, columns: readonly string[]): ForeignRow =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column)))

type KnownRecord = Pick<
  typeof connectionRecords.$inferSelect,
  'remoteId' | 'entity' | 'key' | 'remoteUpdatedAt' | 'remoteVersion' | 'remoteDeletedAt'
>

async function findKnown({ ctx, connection }: Reading, { table }: TablePlan, rows: readonly ForeignRow[]) {
  const records: KnownRecord[] = await ctx.db
    .select()
    .from(connectionRecords)
    .where(
      and(
        eq(connectionRecords.connectionId, connection.id),
        eq(connectionRecords.stream, table),
        inArray(connectionRecords.remoteId, rows.map(idOf)),
      ),
    )
  return new Map(records.map((record) => [record.remoteId, record]))
}

const isSameVersion = (row: ForeignRow, record: KnownRecord | undefined) =>
  record?.remoteVersion === Number(row.sys_mod_count) &&
  record.remoteUpdatedAt === row.sys_updated_on &&
  record.remoteDeletedAt === null
