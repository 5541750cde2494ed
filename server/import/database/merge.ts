import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { escapeLiteral } from 'pg'
import type { originSources } from '#lib/contracts/app/changes.ts'
import { replayedFields } from '#lib/ledger/replayed-fields.ts'
import { selectEntries } from '#server/history/entries-of-record.ts'
import type { RowChoice } from '#server/import/mapping/questions.ts'
import {
  type ComparedColumn,
  describeColumn,
  type Target,
  type TargetColumn,
  winning,
} from '#server/import/targets/target.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { findDatabaseErrorCode } from '#server/platform/db/error-code.ts'
import { changes } from '#server/schema/changes.ts'
import { recordOrigins } from '#server/schema/imports.ts'
import {
  getEmptyValue,
  type ImportAuthor,
  insertEvents,
  isDistinct,
  isProtected,
  joinSql,
  listProtectedColumns,
  type ProtectedChanges,
  selectChanges,
  selectProtectedChanges,
  toJson,
  toNow,
} from './author.ts'
import { selectDeletion } from './repeated-rows.ts'
import { orderRows, staged, stagedRows } from './staging.ts'

type MergeOptions = MergePlan & {
  readonly isDryRun?: boolean
  readonly onRecords?: (done: number) => void
}

/**
 * Merges the staged rows into their table in batches, in the order of the key: new records are inserted, differing ones
 * updated. Returns the number of each; a dry run only counts. Call it inside a transaction.
 */
export async function mergeStagedRows(db: Queryable, options: MergeOptions) {
  const { target, author, isDryRun = false, onRecords = () => {} } = options
  const statements = buildMergeStatements(options)
  const run = <Row extends Record<string, unknown>>(statement: SQL) => db.execute<Row>(statement)
  const counting = selectProtectedChanges(target, author.actor)
  const protectedCounts = counting === undefined ? undefined : await run<ProtectedChanges>(counting)
  const underReview = protectedCounts?.rows[0] ?? { count: 0, first: [] }
  // `kept` are records with edited values that stay, `stubs` unknown changes that incidents name (`unknownChanges` are
  // the first of them), `underReview` changes whose review fields stay, because they are reviewed in Hindsight.
  const counts = {
    inserted: 0,
    updated: 0,
    unchanged: 0,
    kept: 0,
    stubs: 0,
    underReview,
    unknownChanges: [] as string[],
  }
  /** Runs a statement if records are expected, and returns how many it wrote. */
  const write = async (build: () => SQL, expected: number) =>
    expected === 0 || isDryRun ? expected : ((await run(build())).rowCount ?? 0)
  onRecords(0)
  for (let after = '', done = 0; ; ) {
    const next = await run<{ last: string | null; count: number; hasExisting: boolean }>(statements.range(after))
    const { last = null, count = 0, hasExisting = true } = next.rows[0] ?? {}
    if (last === null) break
    const range = { after, last }
    const allNew = { inserted: count, updated: 0, kept: 0 }
    const compared = hasExisting ? (await run<typeof allNew>(statements.compare(range))).rows[0] : undefined
    const { inserted, updated, kept } = compared ?? allNew
    const changed = await write(() => statements.update(range), updated)
    const insertedCount = await write(() => statements.insert(range), inserted)
    // Another writer has inserted the rest since the comparison.
    const overtaken = await write(() => statements.update(range), inserted - insertedCount)
    counts.inserted += insertedCount
    counts.updated += changed + overtaken
    counts.unchanged += count - insertedCount - changed - overtaken
    counts.kept += kept
    after = last
    done += count
    onRecords(done)
  }
  if (statements.stubs) {
    if (!isDryRun) await run(statements.stubs.lock)
    const [unknown] = (await run<{ count: number; first: string[] }>(statements.stubs.count)).rows
    counts.stubs = await write(statements.stubs.insert, unknown?.count ?? 0)
    counts.unknownChanges = unknown?.first ?? []
  }
  return counts
}

/** Maximum attempts to read and write rows that other writers change concurrently. */
const attempts = 3
/** Error codes after a concurrent write: conflicts, and a key that was inserted meanwhile. */
const conflictCodes = new Set(['40001', '40P01', '23505'])

/** Repeats a whole transaction after a concurrent write of the same records. */
export async function repeatConflicts<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === attempts || !conflictCodes.has(findDatabaseErrorCode(error) ?? '')) throw error
    }
  }
}

export type MergePlan = {
  readonly target: Target
  /** The fields that the file fills. Existing records are changed only in the columns of these fields. */
  readonly filled: ReadonlySet<string>
  readonly choice: RowChoice
  readonly author: ImportAuthor
  readonly origin?: RowSource
}

/** The source of the rows; without a query, each row has its line as its place. */
export type RowSource = {
  readonly kind: (typeof originSources)[number]
  readonly id: string
  readonly query: string | null
}

/** The records whose keys are greater than `after` and at most `last`. */
type KeyRange = { readonly after: string; readonly last: string }

const batchSize = 20_000

/** The column of the table in statements that write it without an alias. */
const toName = ({ name }: Pick<PgColumn, 'name'>) => sql.identifier(name)

function buildMergeStatements(plan: MergePlan) {
  const { target, filled } = plan
  const { table } = target
  const key = getColumn(target, target.key)
  const keyName = toName(key)
  const now = toNow(plan.author)
  const writtenColumns = target.columns.filter(
    ({ name, fields, isStubMark }) => name !== target.key && !isStubMark && fields.some((field) => filled.has(field)),
  )
  const guarded = writtenColumns.filter((column) => column.isKeptWhenEdited)
  const isGuarded = guarded.length > 0
  const winners = (range: KeyRange) => sql`winners as materialized (${selectWinners(plan, isGuarded, range)})`
  const joined = ({ after, last }: KeyRange) =>
    sql`${key} = ${winning(key)} and ${key} > ${after} and ${key} <= ${last}`
  const next = (column: TargetColumn) =>
    guarded.includes(column)
      ? sql`case when winners.is_edited or winners.is_under_review then ${column.column} else ${getFileValue(column)} end`
      : getFileValue(column)
  const before = (column: PgColumn) => sql`${column}`
  const after = (column: PgColumn) => {
    const written = writtenColumns.find(({ name }) => name === column.name)
    return written ? next(written) : before(column)
  }
  const differs = (column: TargetColumn, value: SQL) => isDistinct(column.type, sql`${column.column}`, value)
  const stamp = (column: PgColumn) =>
    column.name === 'version' ? sql`${column} + 1` : column.name === 'is_stub' ? sql`false` : now
  const sets = [
    ...writtenColumns.map((column) => sql`${toName(column)} = ${next(column)}`),
    ...target.derived.map((column) => sql`${toName(column)} = ${column.value({ before, after })}`),
    ...target.stamps.onUpdate.map((column) => sql`${toName(column)} = ${stamp(column)}`),
    sql`origin = 'import'`,
  ]
  const isStub = target.stamps.onUpdate.filter(({ name }) => name === 'is_stub').map((column) => sql`${column}`)
  const isWhole = joinSql(
    target.columns.filter(({ isStubMark }) => isStubMark).map((column) => sql`not ${winning(column)} and `),
    sql``,
  )
  const isChanged = sql`(${isWhole}${joinAlternatives([...isStub, ...writtenColumns.map((column) => differs(column, next(column)))])})`
  const isKept = isGuarded
    ? sql`${isWhole}winners.is_edited and ${joinAlternatives(guarded.map((column) => differs(column, getFileValue(column))))}`
    : sql`false`
  return {
    // Finds the batch after a key: its last key, its number of records, and whether the table may contain one of them.
    // The order makes the database use the index to find the first existing key.
    range: (
      after: string,
    ) => sql`select last, count, ((select ${key} from ${table} where ${key} > ${after} order by 1 limit 1)
        <= last) is true as "hasExisting"
      from (select max(key) as last, count(*)::int as count from (
        select distinct ${keyName} as key from ${stagedRows} where ${keyName} > ${after}
        order by 1 limit ${batchSize}) batch) bounds`,
    // Counts records that are new, records that differ, and records that keep an edited value.
    compare: (range: KeyRange) => sql`with ${winners(range)}
      select count(*) filter (where ${key} is null)::int as inserted,
        count(*) filter (where ${key} is not null and ${isChanged})::int as updated,
        count(*) filter (where ${key} is not null and ${isKept})::int as kept
      from winners left join ${table} on ${joined(range)}`,
    // The rows are locked before they are read, so that the history has the values that the update replaces.
    update: (range: KeyRange) => sql`with ${winners(range)},
      before as materialized (select ${table}.* from ${table}, winners
        where ${joined(range)} and ${isChanged} for update of ${table}),
      after as (update ${table} set ${joinSql(sets)} from winners, before
        where ${joined(range)} and before.${keyName} = ${winning(key)} returning ${table}.*),
      changed as (select after.${sql.identifier(target.historyKey)} as key,
          ${selectChanges([...writtenColumns, ...listColumnsBesides(target)])} as changes
        from after join before on before.${keyName} = after.${keyName})${insertOrigins(plan, 'changed')}
      ${insertEvents(plan.author, target.historyName, 'update', 'changed')}`,
    insert: (range: KeyRange) => sql`with ${winners(range)},
      inserted as (${insertRecords(plan)} from winners
        where not exists (select 1 from ${table} where ${joined(range)}) order by ${winning(key)}
        on conflict (${keyName}) do nothing
        returning ${sql.identifier(target.historyKey)} as key, ${selectRecordedValues(target)})${insertOrigins(plan, 'inserted')}
      ${insertEvents(plan.author, target.historyName, 'create', 'inserted', sql`written.fields`)}`,
    stubs: target.namesChange === undefined ? undefined : buildStubStatements(plan, target.namesChange),
  }
}

function getColumn({ columns }: Target, name: string): PgColumn {
  const found = columns.find((column) => column.name === name)
  if (!found) throw new Error(`The target has no column ${name}.`)
  return found.column
}

/** Lists columns that an update sets without a value of the file, and that an undo resets. */
export const listColumnsBesides = ({ derived, stamps }: Target): ComparedColumn[] => [
  ...derived,
  ...stamps.onUpdate.filter(({ name }) => name === 'is_stub').map(describeColumn),
]

function insertRecords({ target, author }: MergePlan): SQL {
  const now = toNow(author)
  const { columns, stamps, table } = target
  const guarded = listProtectedColumns(target, author.actor)
  const names = [...columns, ...stamps.onInsert].map((column) => sql`${toName(column)}`)
  const values = columns.map((column) =>
    guarded.includes(column)
      ? sql`case when winners.is_under_review then ${getEmptyValue(column)} else ${getNewValue(column, now)} end`
      : getNewValue(column, now),
  )
  return sql`insert into ${table} (${joinSql([...names, sql`origin`])})
    select ${joinSql([...values, ...stamps.onInsert.map(() => now), sql`'import'`])}`
}

/** Stores the origin of each written record, if such records have origins; it continues the tables of a statement. */
function insertOrigins({ target, author, origin }: MergePlan, written: 'inserted' | 'changed'): SQL {
  if (!target.hasOrigin) return sql``
  const source = origin ?? { kind: 'import', id: author.importId, query: null }
  const detail = source.query === null ? sql`'line ' || winners.line` : sql`${source.query}::text`
  return sql`,
    origins as (insert into ${recordOrigins} (kind, number, source_kind, source_id, detail, read_at, digest)
      select ${target.historyName}, written.key, ${source.kind}, ${source.id}, ${detail}, ${toNow(author)}, winners.digest
      from ${sql.identifier(written)} written join winners on winners.${sql.identifier(target.key)} = written.key
      where winners.digest <> '')`
}

/** Selects the recorded `changes` of a new record and their `fields`. Joined texts are much faster than an aggregate. */
function selectRecordedValues({ columns, historyName }: Target): SQL {
  const proven = new Map<string, readonly string[]>(Object.entries(replayedFields)).get(historyName)
  const recorded = columns.filter(({ isInHistory, name }) => isInHistory || proven?.includes(name))
  const values = recorded.map(
    ({ column, name, type }) =>
      sql`, ${`"${name}":{"from":null,"to":`} || ${toJson(sql`${toName(column)}`, type)} || '}'`,
  )
  const names = recorded.map(
    ({ column, name }) => sql`, case when ${toName(column)} is not null then ${`"${name}"`} end`,
  )
  return sql`('{' || concat_ws(',', null${joinSql(values, sql``)}) || '}')::json as changes,
    nullif('[' || concat_ws(',', null${joinSql(names, sql``)}) || ']', '[]')::json as fields`
}

/**
 * Selects the row that counts for each record, with two flags: `is_edited` if a person or an API client wrote to a
 * guarded column, and `is_under_review` if the author may not write review fields.
 */
function selectWinners({ target, choice, author }: MergePlan, isGuarded: boolean, { after, last }: KeyRange): SQL {
  const key = sql.identifier(target.key)
  const guarded = target.columns.filter((column) => column.isKeptWhenEdited).map(({ name }) => sql`${name}`)
  const entries = sql.raw(selectEntries(escapeLiteral(target.historyName), `staged."${target.key}"`))
  const edited = isGuarded
    ? sql`, exists (select 1 from ${entries} entry where entry.actor_kind not in ('system', 'import')
        and exists (select from json_object_keys(entry.changes) field where field in (${joinSql(guarded)}))) as is_edited`
    : sql``
  const underReview = listProtectedColumns(target, author.actor).length > 0 ? isProtected(author.actor) : sql`false`
  return sql`select staged.*, ${underReview} as is_under_review from (
    select distinct on (${key}) staged.*${edited} from ${stagedRows} staged
    where ${key} > ${after} and ${key} <= ${last} order by ${key}, ${orderRows(target, choice)}) staged`
}

function buildStubStatements({ target, choice, author }: MergePlan, column: string) {
  const named = sql`select distinct on (staged.number) ${staged(column)} as number from ${stagedRows} staged
    order by staged.number, ${orderRows(target, choice)}`
  const unknown = sql`select distinct named.number from (${named}) named
    where named.number is not null and not exists (select 1 from ${changes} where ${changes.number} = named.number)
      and not exists (${selectDeletion('change', sql`named.number`)})`
  const now = toNow(author)
  return {
    // The stubs that the rows name are locked, so that none is deleted before the transaction ends.
    lock: sql`with locked as materialized (select from ${changes}
        where ${changes.isStub} and ${changes.number} in (select named.number from (${named}) named)
        order by ${changes.number} for key share)
      select count(*) from locked`,
    count: sql`select count(*)::int as count,
        coalesce((array_agg(number order by number))[1:5], '{}') as first from (${unknown}) unknown`,
    insert: () => sql`with inserted as (insert into ${changes}
        (number, title, state, type, affected_services, is_stub, origin, created_at, updated_at)
        select number, 'Unknown change ' || number, 'closed', 'normal', '{}', true, 'import', ${now}, ${now}
        from (${unknown}) unknown order by number on conflict (number) do nothing
        returning number as key, '{}'::json as changes)
      ${insertEvents(author, 'change', 'create', 'inserted')}`,
  }
}

const joinAlternatives = (conditions: readonly SQL[]) =>
  conditions.length === 0 ? sql`false` : sql`(${joinSql(conditions, sql` or `)})`

function getFileValue({ column, absent, update }: TargetColumn): SQL {
  const imported = winning(column)
  if (update) return update(sql`${column}`, imported)
  return absent ? sql`coalesce(${imported}, ${column})` : imported
}

function getNewValue({ column, absent }: TargetColumn, now: SQL): SQL {
  const value = winning(column)
  if (absent === undefined) return value
  return sql`coalesce(${value}, ${absent === 'now' ? now : sql`(${now} at time zone 'UTC')::date`})`
}
