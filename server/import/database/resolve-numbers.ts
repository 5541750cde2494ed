import { escapeIdentifier, escapeLiteral } from 'pg'
import { leadingWord } from '#lib/text/record-number.ts'
import type { Target } from '#server/import/targets/target.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { runSql } from './run-sql.ts'
import { stagingTable } from './staging-table.ts'

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
type NumberColumn = { readonly name: string; readonly table: string; readonly isKey: boolean }

/** Builds SQL that normalises a number for comparison, with the same expression as the indexes. */
export const keySql = (number: string) => `lower(regexp_replace(${number}, '${leadingWord}', '', 'i'))`

/** Builds SQL equivalent to `isChangeNumber` of lib/domain/change/change-number.ts. */
const isChangeNumber = (text: string) =>
  `(${text} ~ '[0-9]' and ${text} !~ '^#|[,;|\\n]|\\s\\S+\\s' and ${text} !~ '[0-9]\\s+\\S*[0-9]')`

function listNumberColumns({ key, table, changeColumns }: Target): NumberColumn[] {
  const mentions = changeColumns.map((name) => ({ name, table: 'changes', isKey: false }))
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

const isWithin = ({ after, last }: StagedPortion) => `s.ordinal > ${after} and s.ordinal <= ${last}`

/** Gives numbers that several rows spell differently, and that no record has, the spelling of the first row. */
export async function alignNumbers(db: Queryable, target: Target): Promise<void> {
  for (const { name, table } of listNumberColumns(target)) {
    const number = escapeIdentifier(name)
    const odd = await runSql(db, `select from ${stagingTable} s where ${isOdd(`s.${number}`)} limit 1`)
    if (odd.rowCount === 0) continue
    await runSql(
      db,
      `update ${stagingTable} s set ${number} = f.number from (
        select distinct on (key) key, number from (
          select ${keySql(`r.${number}`)} as key, r.${number} as number, r.ordinal from ${stagingTable} r) numbers
        order by key, ordinal) f
      where ${keySql(`s.${number}`)} = f.key and s.${number} <> f.number
        and not exists (select from ${escapeIdentifier(table)} t where t.number = s.${number})`,
    )
  }
}

/**
 * Builds SQL that is true if a number is not in capitals or has a leading word, so that another spelling of it is
 * likely.
 */
const isOdd = (number: string) => `${number} <> upper(${keySql(number)})`

async function adoptStored(db: Queryable, column: NumberColumn, portion: StagedPortion) {
  const table = escapeIdentifier(column.table)
  const number = escapeIdentifier(column.name)
  const { rows } = await runSql<{ ordinal: number; from: string; to: string }>(
    db,
    `with unknown as materialized (
       select s.ordinal, s.${number} as number from ${stagingTable} s
       where ${isWithin(portion)} and s.${number} is not null
         and not exists (select from ${table} t where t.number = s.${number})),
     found as materialized (
       select u.ordinal, u.number, (select t.number from ${table} t
         where ${keySql('t.number')} = ${keySql('u.number')} order by t.number <> u.number, t.number limit 1) as stored from unknown u)
     update ${stagingTable} s set ${number} = f.stored from found f
     where s.ordinal = f.ordinal and ${isWithin(portion)} and f.stored is not null
     returning s.ordinal, f.number as "from", f.stored as "to"`,
  )
  return rows
}

async function clearUnreadable(db: Queryable, { name }: NumberColumn, portion: StagedPortion) {
  const number = escapeIdentifier(name)
  const { rows } = await runSql<{ number: string }>(
    db,
    `with odd as materialized (
       select s.ordinal, s.${number} as number from ${stagingTable} s
       where ${isWithin(portion)} and not ${isChangeNumber(`s.${number}`)}
         and not exists (select from changes t where t.number = s.${number}))
     update ${stagingTable} s set ${number} = null from odd o
     where s.ordinal = o.ordinal and ${isWithin(portion)} returning o.number`,
  )
  return rows.map((row) => row.number)
}

/** Empties texts that another record or an earlier row has too, ignoring case. */
async function clearTaken(db: Queryable, { table, key }: Target, column: string, portion: StagedPortion) {
  const name = escapeIdentifier(column)
  const keyColumn = escapeIdentifier(key)
  const isSame = (alias: string) =>
    `lower(${alias}.${name}) = lower(s.${name}) and ${alias}.${keyColumn} <> s.${keyColumn}`
  const { rows } = await runSql<{ column: string; text: string }>(
    db,
    `with taken as materialized (
       select s.ordinal, s.${name} as text from ${stagingTable} s where ${isWithin(portion)} and (
         exists (select from ${escapeIdentifier(table)} t where ${isSame('t')})
         or exists (select from ${stagingTable} r where ${isSame('r')} and r.ordinal < s.ordinal)))
     update ${stagingTable} s set ${name} = null from taken k where s.ordinal = k.ordinal
     returning ${escapeLiteral(column)} as column, k.text`,
  )
  return rows
}
