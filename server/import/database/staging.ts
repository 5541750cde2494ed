import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { leadingWord } from '#lib/text/record-number.ts'
import type { RowChoice } from '#server/import/mapping/questions.ts'
import type { StagedValue, Target } from '#server/import/targets/target.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { setTimeLimit } from '#server/platform/db/time-limits.ts'
import { changes } from '#server/schema/changes.ts'
import { storedJson } from '#server/schema/columns.ts'

const stagingTable = 'import_rows'
/** The temporary table of the valid rows, with the columns of the target and its log. A row of it is `staged`. */
export const stagedRows = sql.identifier(stagingTable)
export const staged = (name: string): SQL => sql`staged.${sql.identifier(name)}`

/** A valid row: its place in the file, the digest of its content, and a value for each column of the staging table. */
export type StagedRow = {
  readonly ordinal: number
  readonly line: number
  readonly digest?: string | undefined
  readonly cells: readonly StagedValue[]
}

const listValues = ({ ordinal, line, digest = '', cells }: StagedRow) => [ordinal, line, digest, ...cells]

const listColumns = (target: Target) => [
  { name: 'ordinal', type: 'int' },
  { name: 'line', type: 'int' },
  { name: 'digest', type: 'text' },
  ...target.columns,
  ...target.logColumns,
  ...(target.identityColumn ? [target.identityColumn] : []),
]

const defineColumns = (target: Target) =>
  sql.join(
    listColumns(target).map(({ name, type }) => sql`${sql.identifier(name)} ${sql.raw(type)}`),
    sql`, `,
  )

async function createStagingTable(db: Queryable, target: Target): Promise<void> {
  await db.execute(sql`create temp table ${stagedRows} (${defineColumns(target)}) on commit drop`)
  await db.execute(sql`create index on ${stagedRows} (ordinal)`)
}

/** Returns the order in which the row that counts comes first among those of one record. */
export function orderRows({ logColumns }: Target, { isByColumns, order }: RowChoice): SQL {
  const latest = isByColumns ? logColumns.map(({ name }) => sql`${sql.identifier(name)} desc nulls last`) : []
  return sql.join([...latest, order === 'first' ? sql`ordinal` : sql`ordinal desc`], sql`, `)
}

/** Maximum milliseconds for one statement; a longer one ends the import. */
const maxStatementMs = 120_000
/** Limits of a portion, in rows and characters; two portions are in memory at a time. */
const maxRows = 5_000
const maxCharacters = 1 << 21
/** Characters that are encoded at once, as long strings cost more memory and garbage collection than buffers. */
const encodedLength = 1 << 16

/**
 * Copies rows into a new staging table in portions, and passes the results of resolving their numbers to `onStaged`.
 * While one portion is copied, the next is read. Call it inside a transaction.
 */
export async function stageRows(
  client: PoolClient,
  target: Target,
  rows: AsyncIterable<readonly StagedRow[]>,
  { onStaged, signal }: { onStaged: (numbers: ResolvedNumbers) => void; signal?: AbortSignal | undefined },
): Promise<void> {
  const db = drizzle(client)
  await setTimeLimit(client, maxStatementMs)
  await db.execute(sql`set local work_mem = '64MB'`)
  await createStagingTable(db, target)
  const send = async ({ bytes, ...portion }: StagedPortion & { readonly bytes: readonly Buffer[] }) => {
    const copy = client.query(copyFrom(`copy ${stagingTable} from stdin`))
    await pipeline(Readable.from(bytes, { objectMode: false }), copy)
    onStaged(await resolveNumbers(db, target, portion))
  }
  let sent = Promise.resolve()
  for await (const portion of splitIntoPortions(rows)) {
    await sent
    signal?.throwIfAborted()
    sent = send(portion)
    // The next `await` reports a failure, unless reading fails first.
    sent.catch(() => {})
  }
  await sent
  signal?.throwIfAborted()
}

/** Stages rows in memory, all at once. Call it inside a transaction. */
export async function stageRowsInMemory(
  db: Queryable,
  target: Target,
  rows: readonly StagedRow[],
): Promise<ResolvedNumbers> {
  await createStagingTable(db, target)
  const columns = listColumns(target)
  const records = rows.map((row) =>
    Object.fromEntries(
      listValues(row).map((cell, index) => {
        const { name, type } = columns[index] ?? {}
        return [name, type === 'json' && typeof cell === 'string' ? JSON.parse(cell) : cell]
      }),
    ),
  )
  await db.execute(
    sql`insert into ${stagedRows} select * from json_to_recordset(${storedJson(records)}::json)
      as records (${defineColumns(target)})`,
  )
  const last = Math.max(0, ...rows.map(({ ordinal }) => ordinal))
  const numbers = await resolveNumbers(db, target, { after: 0, last })
  await alignNumbers(db, target)
  return numbers
}

async function* splitIntoPortions(rows: AsyncIterable<readonly StagedRow[]>) {
  let text = ''
  let bytes = [] as Buffer[]
  let length = 0
  let count = 0
  let after = 0
  let last = 0
  const encode = () => {
    bytes.push(Buffer.from(text))
    length += text.length
    text = ''
  }
  const finish = () => {
    encode()
    return { bytes, after, last }
  }
  for await (const some of rows) {
    for (const row of some) {
      text += formatCopyLine(listValues(row))
      if (text.length >= encodedLength) encode()
      count += 1
      last = row.ordinal
      if (count < maxRows && length + text.length < maxCharacters) continue
      yield finish()
      ;[bytes, length, count, after] = [[], 0, 0, last]
    }
  }
  if (count > 0) yield finish()
}

/** Aligns the spelling of numbers, then indexes staged rows by record, with the row that applies first. */
export async function indexStagedRows(db: Queryable, target: Target, choice: RowChoice): Promise<void> {
  await alignNumbers(db, target)
  await db.execute(sql`create index on ${stagedRows} (${sql.identifier(target.key)}, ${orderRows(target, choice)})`)
  await db.execute(sql`analyze ${stagedRows} (ordinal, ${sql.identifier(target.key)})`)
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Formats a row for PostgreSQL's COPY in text format, with its line end. */
export const formatCopyLine = (values: readonly StagedValue[]): string => `${values.map(formatCopyCell).join('\t')}\n`

function formatCopyCell(value: StagedValue): string {
  if (value === null) return '\\N'
  if (typeof value === 'string') return escapeText(value)
  if (typeof value !== 'object') return String(value)
  return escapeText(isList(value) ? formatArray(value) : storedJson(value))
}

const isList = (value: object): value is readonly string[] => Array.isArray(value)

const escapeText = (text: string) =>
  /[\\\n\r\t]/.test(text) ? text.replace(/[\\\n\r\t]/g, (letter) => escapes[letter] ?? letter) : text

const formatArray = (items: readonly string[]) =>
  `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`

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

/** Replaces numbers by those of known records, so that another spelling does not create a second record. */
async function resolveNumbers(db: Queryable, target: Target, portion: StagedPortion): Promise<ResolvedNumbers> {
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
type StagedPortion = { readonly after: number; readonly last: number }

const isWithin = ({ after, last }: StagedPortion) => sql`staged.ordinal > ${after} and staged.ordinal <= ${last}`

/** Gives numbers that several rows spell differently, and that no record has, the spelling of the first row. */
async function alignNumbers(db: Queryable, target: Target): Promise<void> {
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

async function adoptStored(db: Queryable, { name, table, isKey }: NumberColumn, portion: StagedPortion) {
  const number = staged(name)
  const findStored = (spelling: SQL) => sql`(select stored.number from ${table} stored
    where ${keySql(sql`stored.number`)} = ${keySql(spelling)} order by stored.number <> unknown.number, stored.number limit 1)`
  // A mere reference may be written with a separator that the number does not have: CHG-0001.
  const closed = sql`regexp_replace(unknown.number, '^([A-Za-z]+)[-_ ]+([0-9]+)$', '\\1\\2')`
  const found = isKey
    ? findStored(sql`unknown.number`)
    : sql`coalesce(${findStored(sql`unknown.number`)}, ${findStored(closed)})`
  const { rows } = await db.execute<{ ordinal: number; from: string; to: string }>(
    sql`with unknown as materialized (
       select staged.ordinal, ${number} as number from ${stagedRows} staged
       where ${isWithin(portion)} and ${number} is not null
         and not exists (select from ${table} stored where stored.number = ${number})),
     found as materialized (
       select unknown.ordinal, unknown.number, ${found} as stored from unknown)
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
