import { sql } from 'drizzle-orm'
import { escapeIdentifier } from 'pg'
import type { StagedValue, Target } from '#server/import/targets/target.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { storedJson } from '#server/schema/columns.ts'
import { runSql } from './run-sql.ts'

/**
 * The name of the temporary table with the columns of the target and its log; it holds the valid rows until the
 * transaction ends.
 */
export const stagingTable = 'import_rows'

/** A valid row: its place in the file, the digest of its content, and a value for each column of the staging table. */
export type StagedRow = {
  readonly ordinal: number
  readonly line: number
  readonly digest?: string | undefined
  readonly cells: readonly StagedValue[]
}

/** Lists the values of a row in the order of the columns of the staging table. */
export const listStagedValues = ({ ordinal, line, digest = '', cells }: StagedRow) => [ordinal, line, digest, ...cells]

/** The row that applies if a record has several: the first of the file, or the last state, which may come first. */
export type RowChoice = 'first' | 'last-state' | 'last-state-first'

const listColumns = (target: Target) => [
  { name: 'ordinal', type: 'int' },
  { name: 'line', type: 'int' },
  { name: 'digest', type: 'text' },
  ...target.columns,
  ...target.logColumns,
  ...(target.identityColumn ? [target.identityColumn] : []),
]

const printDefinition = (target: Target) =>
  listColumns(target)
    .map(({ name, type }) => `${escapeIdentifier(name)} ${type}`)
    .join(', ')

/** Creates the staging table of an import. Call it inside a transaction. */
export async function createStagingTable(db: Queryable, target: Target): Promise<void> {
  await runSql(db, `create temp table ${stagingTable} (${printDefinition(target)}) on commit drop`)
}

/** Stages rows in memory. */
export async function insertStagedRows(db: Queryable, target: Target, rows: readonly StagedRow[]): Promise<void> {
  const columns = listColumns(target)
  const records = rows.map((row) =>
    Object.fromEntries(listStagedValues(row).map((cell, index) => [columns[index]?.name, cell])),
  )
  await db.execute(
    sql`insert into ${sql.raw(stagingTable)} select * from json_to_recordset(${storedJson(records)}::json)
      as r (${sql.raw(printDefinition(target))})`,
  )
}

/** Builds the SQL order in which the row that applies comes first among those of one record. */
export function buildRowOrder({ logColumns }: Target, choice: RowChoice, alias = ''): string {
  if (choice === 'first') return `${alias}ordinal`
  const latest = logColumns.map(({ name }) => `${alias}${escapeIdentifier(name)} desc nulls last`)
  return [...latest, choice === 'last-state' ? `${alias}ordinal desc` : `${alias}ordinal`].join(', ')
}
