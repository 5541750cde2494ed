import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { leadingWord } from '#lib/text/record-number.ts'
import type { Target } from '#server/import/targets/target.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { changes } from '#server/schema/changes.ts'
import { staged, stagedRows } from './staging-table.ts'

/** The results of resolving numbers and names in a portion of staged rows. */
export type ResolvedNumbers = {
  /** Rows whose key was spelled differently from the key of the record, which they got. */
  readonly renamed: readonly { readonly ordinal: number; readonly from: string; readonly to: string }[]
  /** Names of changes that match no known change and do not look like a number; they were left empty. */
  readonly unreadable: readonly string[]
  /** Texts of unique columns that another record has; they were left empty. */
  readonly taken: readonly { readonly column: string; readonly text: string }[]
}

/** A column that refers to a record by its number, and the table of these records. */
type NumberColumn = { readonly name: string; readonly table: PgTable; readonly isKey: boolean }

/** SQL that normalises a number for comparison, with the same expression as the indexes. */
export const keySql = (number: SQL): SQL =>
  sql`lower(regexp_replace(${number}, ${sql.raw(`'${leadingWord}'`)}, '', 'i'))`

/** SQL equivalent to `isChangeNumber` of lib/domain/change/change-number.ts. */
const isChangeNumber = (text: SQL) =>
  sql`(${text} ~ '[0-9]' and ${text} !~ '^#|[,;|\\n]|\\s\\S+\\s' and ${text} !~ '[0-9]\\s+\\S*[0-9]')`

function listNumberColumns({ key, table, changeColumns }: Target): NumberColumn[] {
  const mentions = changeColumns.map((name) => ({ name, table: changes, isKey: false }))
  return key === 'number' ? [{ name: key, table, isKey: true }, ...mentions] : mentions
}

/**
 * Replaces numbers in the staged rows of a portion by the numbers of known records, so that another spelling does not
 * create a second record. Call it before the rows are merged.
 */
export async function resolveNumbers(db: Queryable, target: Target, portion: StagedPortion): Promise<ResolvedNumbers> {
  let renamed: ResolvedNumbers['renamed'] = []
  const unreadable: string[] = []
  for (const column of listNumberColumns(target)) {
    const rows = await adoptStored(db, column, portion)
    if (column.isKey) renamed = rows
    else unreadable.push(...(await clearUnreadable(db, column, portion)))
  }
  const taken: ResolvedNumbers['taken'][number][] = []
  for (const { name, isUnique } of target.columns)
    if (isUnique) taken.push(...(await clearTaken(db, target, name, portion)))
  return { renamed, unreadable, taken }
}

/** Rows that were staged together: those with ordinals greater than `after` and at most `last`. */
export type StagedPortion = { readonly after: number; readonly last: number }

const isWithin = ({ after, last }: StagedPortion) => sql`staged.ordinal > ${after} and staged.ordinal <= ${last}`

/** Gives numbers that several rows spell differently, and that no record has, the spelling of the first row. */
export async function alignNumbers(db: Queryable, target: Target): Promise<void> {
  for (const { name, table } of listNumberColumns(target)) {
    const column = sql.identifier(name)
    const number = staged(name)
    // A number that is not in capitals or has a leading word is likely to have another spelling.
    const odd = await db.execute(
      sql`select from ${stagedRows} staged where ${number} <> upper(${keySql(number)}) limit 1`,
    )
    if (odd.rowCount === 0) continue
    await db.execute(
      sql`update ${stagedRows} staged set ${column} = first.number from (
        select distinct on (key) key, number from (
          select ${keySql(sql`${column}`)} as key, ${column} as number, ordinal from ${stagedRows}) numbers
        order by key, ordinal) first
      where ${keySql(number)} = first.key and ${number} <> first.number
        and not exists (select from ${table} stored where stored.number = ${number})`,
    )
  }
}

async function adoptStored(db: Queryable, { name, table }: NumberColumn, portion: StagedPortion) {
  const number = staged(name)
  const { rows } = await db.execute<{ ordinal: number; from: string; to: string }>(
    sql`with unknown as materialized (
       select staged.ordinal, ${number} as number from ${stagedRows} staged
       where ${isWithin(portion)} and ${number} is not null
         and not exists (select from ${table} stored where stored.number = ${number})),
     found as materialized (
       select unknown.ordinal, unknown.number, (select stored.number from ${table} stored
         where ${keySql(sql`stored.number`)} = ${keySql(sql`unknown.number`)}
         order by stored.number <> unknown.number, stored.number limit 1) as stored from unknown)
     update ${stagedRows} staged set ${sql.identifier(name)} = found.stored from found
     where staged.ordinal = found.ordinal and ${isWithin(portion)} and found.stored is not null
     returning staged.ordinal, found.number as "from", found.stored as "to"`,
  )
  return rows
}

async function clearUnreadable(db: Queryable, { name }: NumberColumn, portion: StagedPortion) {
  const number = staged(name)
  const { rows } = await db.execute<{ number: string }>(
    sql`with odd as materialized (
       select staged.ordinal, ${number} as number from ${stagedRows} staged
       where ${isWithin(portion)} and not ${isChangeNumber(number)}
         and not exists (select from ${changes} where ${changes.number} = ${number}))
     update ${stagedRows} staged set ${sql.identifier(name)} = null from odd
     where staged.ordinal = odd.ordinal and ${isWithin(portion)} returning odd.number`,
  )
  return rows.map((row) => row.number)
}

/** Empties texts that another record or an earlier row has too, ignoring case. */
async function clearTaken(db: Queryable, { table, key }: Target, name: string, portion: StagedPortion) {
  const column = sql.identifier(name)
  const isSame = (row: 'stored' | 'earlier') => {
    const alias = sql.identifier(row)
    return sql`lower(${alias}.${column}) = lower(${staged(name)}) and ${alias}.${sql.identifier(key)} <> ${staged(key)}`
  }
  const { rows } = await db.execute<{ text: string }>(
    sql`with taken as materialized (
       select staged.ordinal, ${staged(name)} as text from ${stagedRows} staged where ${isWithin(portion)} and (
         exists (select from ${table} stored where ${isSame('stored')})
         or exists (select from ${stagedRows} earlier where ${isSame('earlier')} and earlier.ordinal < staged.ordinal)))
     update ${stagedRows} staged set ${column} = null from taken where staged.ordinal = taken.ordinal
     returning taken.text`,
  )
  return rows.map(({ text }) => ({ column: name, text }))
}
