import { type SQL, sql } from 'drizzle-orm'
import type { RowChoice } from '#server/import/mapping/row-choice.ts'
import type { StagedValue, Target } from '#server/import/targets/target.ts'
import type { Queryable } from '#server/platform/db/client.ts'

/** The name of the table. */
export const stagingTable = 'import_rows'
/**
 * The temporary table with the columns of the target and its log; it holds the valid rows until the transaction ends.
 * Statements call a row of it `staged`.
 */
export const stagedRows = sql.identifier(stagingTable)
/** A column of the row `staged`. */
export const staged = (name: string): SQL => sql`staged.${sql.identifier(name)}`

/** A valid row: its place in the file, the digest of its content, and a value for each column of the staging table. */
export type StagedRow = {
  readonly ordinal: number
  readonly line: number
  readonly digest?: string | undefined
  readonly cells: readonly StagedValue[]
}

/** Lists the values of a row in the order of the columns of the staging table. */
export const listValues = ({ ordinal, line, digest = '', cells }: StagedRow) => [ordinal, line, digest, ...cells]

export const listColumns = (target: Target) => [
  { name: 'ordinal', type: 'int' },
  { name: 'line', type: 'int' },
  { name: 'digest', type: 'text' },
  ...target.columns,
  ...target.logColumns,
  ...(target.identityColumn ? [target.identityColumn] : []),
]

export const defineColumns = (target: Target) =>
  sql.join(
    listColumns(target).map(({ name, type }) => sql`${sql.identifier(name)} ${sql.raw(type)}`),
    sql`, `,
  )

/** Creates the staging table of an import. Call it inside a transaction. */
export async function createStagingTable(db: Queryable, target: Target): Promise<void> {
  await db.execute(sql`create temp table ${stagedRows} (${defineColumns(target)}) on commit drop`)
  await db.execute(sql`create index on ${stagedRows} (ordinal)`)
}

/** Returns the order in which the row that counts comes first among those of one record. */
export function orderRows({ logColumns }: Target, { isByColumns, order }: RowChoice): SQL {
  const latest = isByColumns ? logColumns.map(({ name }) => sql`${sql.identifier(name)} desc nulls last`) : []
  return sql.join([...latest, order === 'first' ? sql`ordinal` : sql`ordinal desc`], sql`, `)
}
