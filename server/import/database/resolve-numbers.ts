import { escapeIdentifier, type PoolClient } from 'pg'
import { leadingWord } from '#lib/text/record-number.ts'
import type { Target } from '../targets/target.ts'

/** What became of the numbers in a portion of staged rows. */
export type ResolvedNumbers = {
  /** Rows whose key is spelled differently than the record has it, with the key of the record. */
  readonly renamed: readonly { readonly ordinal: number; readonly from: string; readonly to: string }[]
  /** Names of changes that are neither the number of a known change nor like one, and were left empty. */
  readonly unreadable: readonly string[]
  /** Whether a row names an unknown change in a spelling that another row may have differently. */
  readonly isUnresolved: boolean
}

/** The column of a row that names a record, and the table of these records. */
type NumberColumn = { readonly name: string; readonly table: string; readonly isKey: boolean }

const keySql = (number: string) => `lower(regexp_replace(${number}, '${leadingWord}', '', 'i'))`

/** The same in SQL as `isChangeNumber` of lib/domain/change-number.ts. */
const isChangeNumber = (text: string) =>
  `(${text} ~ '[0-9]' and ${text} !~ '^#|[,;|\\n]|\\s\\S+\\s' and ${text} !~ '[0-9]\\s+\\S*[0-9]')`

function columnsOf({ key, table, changeColumns }: Target): NumberColumn[] {
  const mentions = changeColumns.map((name) => ({ name, table: 'changes', isKey: false }))
  return key === 'number' ? [{ name: key, table, isKey: true }, ...mentions] : mentions
}

/**
 * Replaces the numbers in the staged rows of a portion by those of known records, so that a number in another spelling is
 * no record of its own. Call it before the rows are merged.
 */
export async function resolveNumbers(
  client: PoolClient,
  staging: string,
  target: Target,
  { after, last }: { readonly after: number; readonly last: number },
): Promise<ResolvedNumbers> {
  let renamed: ResolvedNumbers['renamed'] = []
  const unreadable: string[] = []
  let isUnresolved = false
  for (const column of columnsOf(target)) {
    const rows = await adoptStored(client, staging, column, [after, last])
    if (column.isKey) renamed = rows
    else {
      unreadable.push(...(await clearUnreadable(client, staging, column, [after, last])))
      isUnresolved ||= await namesUnresolved(client, staging, column, [after, last])
    }
  }
  return { renamed, unreadable, isUnresolved }
}

/** Gives numbers that several rows spell differently, and no record has, the spelling of the first row. */
export async function alignNumbers(client: PoolClient, staging: string, target: Target): Promise<void> {
  for (const { name, table } of columnsOf(target)) {
    const number = escapeIdentifier(name)
    const odd = await client.query(`select from ${staging} s where ${isOdd(`s.${number}`)} limit 1`)
    if (odd.rowCount === 0) continue
    await client.query(`
      update ${staging} s set ${number} = f.number from (
        select distinct on (key) key, number from (
          select ${keySql(`r.${number}`)} as key, r.${number} as number, r.ordinal from ${staging} r) numbers
        order by key, ordinal) f
      where ${keySql(`s.${number}`)} = f.key and s.${number} <> f.number
        and not exists (select from ${escapeIdentifier(table)} t where t.number = s.${number})`)
  }
}

/** Whether a number is not in capitals without a leading word, so that another spelling of it is likely. */
const isOdd = (number: string) => `${number} <> upper(${keySql(number)})`

async function adoptStored(client: PoolClient, staging: string, column: NumberColumn, range: number[]) {
  const table = escapeIdentifier(column.table)
  const number = escapeIdentifier(column.name)
  const { rows } = await client.query<{ ordinal: number; from: string; to: string }>(
    `with unknown as materialized (
       select s.ordinal, s.${number} as number from ${staging} s
       where s.ordinal > $1 and s.ordinal <= $2 and s.${number} is not null
         and not exists (select from ${table} t where t.number = s.${number})),
     found as materialized (
       select u.ordinal, u.number, (select t.number from ${table} t
         where ${keySql('t.number')} = ${keySql('u.number')} order by t.number limit 1) as stored from unknown u)
     update ${staging} s set ${number} = f.stored from found f
     where s.ordinal = f.ordinal and s.ordinal > $1 and s.ordinal <= $2 and f.stored is not null
     returning s.ordinal, f.number as "from", f.stored as "to"`,
    range,
  )
  return rows
}

async function clearUnreadable(client: PoolClient, staging: string, { name }: NumberColumn, range: number[]) {
  const number = escapeIdentifier(name)
  const { rows } = await client.query<{ number: string }>(
    `with odd as materialized (
       select s.ordinal, s.${number} as number from ${staging} s
       where s.ordinal > $1 and s.ordinal <= $2 and not ${isChangeNumber(`s.${number}`)}
         and not exists (select from changes t where t.number = s.${number}))
     update ${staging} s set ${number} = null from odd o
     where s.ordinal = o.ordinal and s.ordinal > $1 and s.ordinal <= $2 returning o.number`,
    range,
  )
  return rows.map((row) => row.number)
}

async function namesUnresolved(client: PoolClient, staging: string, { name }: NumberColumn, range: number[]) {
  const number = `s.${escapeIdentifier(name)}`
  const found = await client.query(
    `select from ${staging} s where s.ordinal > $1 and s.ordinal <= $2 and ${isOdd(number)}
       and not exists (select from changes t where t.number = ${number}) limit 1`,
    range,
  )
  return found.rowCount !== 0
}
