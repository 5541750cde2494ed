import { escapeIdentifier, escapeLiteral } from 'pg'
import type { originSources } from '#lib/contracts/app/record-origins.ts'
import { selectEntries } from '#server/history/entries-of-record.ts'
import type { Target, TargetColumn } from '#server/import/targets/target.ts'
import { selectDeletion } from './deleted-rows.ts'
import {
  buildChanges,
  buildEventInsertion,
  type ComparedColumn,
  type ImportAuthor,
  toJsonSql,
} from './history-statements.ts'
import { getEmptyValue, isProtected, listProtectedColumns } from './open-reviews.ts'
import { buildRowOrder, type RowChoice, stagingTable } from './staging-table.ts'

export type MergePlan = {
  readonly target: Target
  /** The fields that the file fills. Existing records are changed only in the columns of these fields. */
  readonly filled: ReadonlySet<string>
  readonly choice: RowChoice
  readonly author: ImportAuthor
  /** The source of the rows; by default the file of the import. */
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

/** Builders of SQL; `eventId` is the prefix of the identifiers of history entries. */
export type MergeStatements = {
  /**
   * Finds the batch after a key: its last key, its number of records, and whether the table may contain one of them.
   */
  readonly range: (after: string) => string
  /** Counts records that are new, records that differ, and records that keep an edited value. */
  readonly compare: (range: KeyRange) => string
  /** Updates or inserts records, each with its entry in the history. */
  readonly update: (range: KeyRange, eventId: string) => string
  readonly insert: (range: KeyRange, eventId: string) => string
  /**
   * Counts unknown changes that the rows refer to, and inserts a stub for each; undefined if the target refers to none.
   */
  readonly stubs: StubStatements | undefined
}

type StubStatements = { readonly lock: string; readonly count: string; readonly insert: (eventId: string) => string }

const batchSize = 20_000

/** Builds the SQL that merges staged rows (`s`) into the table of their records (`t`). */
export function buildMergeStatements(plan: MergePlan): MergeStatements {
  const { target, filled } = plan
  const key = escapeIdentifier(target.key)
  const table = escapeIdentifier(target.table)
  const now = toNowSql(plan)
  const writtenColumns = target.columns.filter(
    ({ name, fields, isStubMark }) => name !== target.key && !isStubMark && fields.some((field) => filled.has(field)),
  )
  const guarded = writtenColumns.filter((column) => column.isKeptWhenEdited)
  const isGuarded = guarded.length > 0
  const isWithin = (alias: string, { after, last }: KeyRange) =>
    `${alias}.${key} > ${escapeLiteral(after)} and ${alias}.${key} <= ${escapeLiteral(last)}`
  const winners = (range: KeyRange) =>
    `winners as materialized (${selectWinners(plan, isGuarded, isWithin('r', range))})`
  const joined = (range: KeyRange) => `t.${key} = s.${key} and ${isWithin('t', range)}`
  const next = (column: TargetColumn) =>
    guarded.includes(column)
      ? `case when s.is_edited or s.is_under_review then t.${escapeIdentifier(column.name)} else ${buildFileValue(column)} end`
      : buildFileValue(column)
  const before = (name: string) => `t.${escapeIdentifier(name)}`
  const after = (name: string) => {
    const column = writtenColumns.find((known) => known.name === name)
    return column ? next(column) : before(name)
  }
  const sets = [
    ...writtenColumns.map((column) => `${escapeIdentifier(column.name)} = ${next(column)}`),
    ...target.derived.map(({ name, value }) => `${escapeIdentifier(name)} = ${value({ before, after })}`),
    ...listStamps(target, now),
  ]
  const compared = [...writtenColumns, ...listColumnsBesides(target)]
  const stub = target.stamps.onUpdate.includes('is_stub') ? ['t.is_stub'] : []
  const isWhole = target.columns
    .filter(({ isStubMark }) => isStubMark)
    .map(({ name }) => `not s.${escapeIdentifier(name)} and `)
    .join('')
  const differs = `(${isWhole}${joinAlternatives([...stub, ...writtenColumns.map((column) => buildInequality(column, next(column)))])})`
  const isKept = isGuarded
    ? `${isWhole}s.is_edited and ${joinAlternatives(guarded.map((column) => buildInequality(column, buildFileValue(column))))}`
    : 'false'
  return {
    range: (after) => `select last, count, (${firstExisting(target, after)} <= last) is true as "hasExisting"
      from (select max(k) as last, count(*)::int as count from (
        select distinct ${key} as k from ${stagingTable} where ${key} > ${escapeLiteral(after)}
        order by 1 limit ${batchSize}) batch) bounds`,
    compare: (range) => `with ${winners(range)}
      select count(*) filter (where t.${key} is null)::int as inserted,
        count(*) filter (where t.${key} is not null and ${differs})::int as updated,
        count(*) filter (where t.${key} is not null and ${isKept})::int as kept
      from winners s left join ${table} t on ${joined(range)}`,
    // The rows are locked before they are read, so that the history has the values that the update replaces.
    update: (range, eventId) => `with ${winners(range)},
      before as materialized (select t.* from ${table} t, winners s where ${joined(range)} and ${differs} for update of t),
      after as (update ${table} t set ${sets.join(', ')}
        from winners s, before b where ${joined(range)} and b.${key} = s.${key} returning t.*),
      changed as (select a.${escapeIdentifier(target.historyKey)} as key, ${buildChanges(compared)} as changes
        from after a join before b on b.${key} = a.${key})${buildOrigins(plan, 'changed')}
      ${buildEventInsertion(plan.author, target.historyName, 'update', 'changed', eventId)}`,
    insert: (range, eventId) => `with ${winners(range)},
      ${buildRecordedInsertion(
        plan,
        `from winners s
        where not exists (select 1 from ${table} t where ${joined(range)}) order by s.${key}
        on conflict (${key}) do nothing`,
        eventId,
      )}`,
    stubs: target.namesChange === undefined ? undefined : buildStubStatements(plan, target.namesChange),
  }
}

/** Lists columns that an update sets without a value of the file, and that an undo resets. */
export const listColumnsBesides = ({ derived, stamps }: Target): ComparedColumn[] => [
  ...derived,
  ...(stamps.onUpdate.includes('is_stub') ? [{ name: 'is_stub', type: 'boolean' }] : []),
]

/** Builds SQL for the first existing key after another one; the order makes the database use the index. */
const firstExisting = ({ table, key }: Target, after: string) =>
  `(select t.${escapeIdentifier(key)} from ${escapeIdentifier(table)} t
    where t.${escapeIdentifier(key)} > ${escapeLiteral(after)} order by 1 limit 1)`

const toNowSql = ({ author }: Pick<MergePlan, 'author'>) => `'${author.now.toISOString()}'::timestamptz`

/** Builds SQL that inserts new records from the rows `s`. */
function buildInsertion(plan: MergePlan): string {
  const { columns, stamps, table } = plan.target
  const now = toNowSql(plan)
  const names = [...columns.map(({ name }) => name), ...stamps.onInsert, 'origin'].map(escapeIdentifier)
  const guarded = listProtectedColumns(plan.target, plan.author.actor)
  const buildCell = (column: TargetColumn) =>
    guarded.includes(column)
      ? `case when s.is_under_review then ${getEmptyValue(column)} else ${buildNewValue(column, now)} end`
      : buildNewValue(column, now)
  const values = [...columns.map(buildCell), ...stamps.onInsert.map(() => now), "'import'"]
  return `insert into ${escapeIdentifier(table)} (${names.join(', ')}) select ${values.join(', ')}`
}

/**
 * Builds SQL that inserts new records from the rows `s` with an entry in the history for each; it begins with a common
 * table.
 */
const buildRecordedInsertion = (plan: MergePlan, rows: string, eventId: string) =>
  `inserted as (${buildInsertion(plan)} ${rows}
    returning ${escapeIdentifier(plan.target.historyKey)} as key, ${buildRecordedValues(plan.target)} as changes)${buildOrigins(plan, 'inserted')}
  ${buildEventInsertion(plan.author, plan.target.historyName, 'create', 'inserted', eventId)}`

/**
 * Builds SQL that stores the origin of each record in `writtenRows`, if such records have origins; it continues the
 * common tables of a statement.
 */
function buildOrigins({ target, author, origin }: MergePlan, writtenRows: string): string {
  if (!target.hasOrigin) return ''
  const source = origin ?? { kind: 'import', id: author.importId, query: null }
  const detail = source.query === null ? `'line ' || s.line` : escapeLiteral(source.query)
  const [kind, from, id] = [target.historyName, source.kind, source.id].map(escapeLiteral)
  const values = [kind, 'w.key', from, id, detail, toNowSql({ author }), 's.digest']
  return `,
    origins as (insert into record_origins (kind, number, source_kind, source_id, detail, read_at, digest)
      select ${values.join(', ')} from ${writtenRows} w join winners s on s.${escapeIdentifier(target.key)} = w.key where s.digest <> '')`
}

/**
 * Builds SQL for the fields that the history records of a new record, such as the outcome of its review: the person who
 * wrote it took part in the review.
 */
function buildRecordedValues({ columns }: Target): string {
  const recorded = columns.filter(({ isInHistory }) => isInHistory)
  if (recorded.length === 0) return `'{}'::json`
  const values = recorded.map(
    ({ name, type }) =>
      `(${escapeLiteral(name)}, ${toJsonSql(escapeIdentifier(name), type)}, ${escapeIdentifier(name)} is not null)`,
  )
  return `(select coalesce(json_object_agg(f.name, json_build_object('from', null, 'to', f.value)), '{}'::json)
    from (values ${values.join(', ')}) f (name, value, is_set) where f.is_set)`
}

/**
 * Builds SQL that selects the row that applies to each record, with two flags: `is_edited` if a person or an API client
 * wrote to a guarded column, and `is_under_review` if the author may not write review fields.
 */
function selectWinners({ target, choice, author }: MergePlan, isGuarded: boolean, isWithin: string): string {
  const key = escapeIdentifier(target.key)
  const guarded = target.columns.filter((column) => column.isKeptWhenEdited).map(({ name }) => escapeLiteral(name))
  const edited = isGuarded
    ? `, exists (select 1 from ${selectEntries(escapeLiteral(target.historyName), `r.${key}`)} a where a.actor_kind not in ('system', 'import')
        and exists (select from json_object_keys(a.changes) field where field in (${guarded.join(', ')}))) as is_edited`
    : ''
  const underReview = listProtectedColumns(target, author.actor).length > 0 ? isProtected(author.actor) : 'false'
  return `select s.*, ${underReview} as is_under_review from (select distinct on (r.${key}) r.*${edited} from ${stagingTable} r
    where ${isWithin} order by r.${key}, ${buildRowOrder(target, choice, 'r.')}) s`
}

function buildStubStatements(plan: MergePlan, column: string): StubStatements {
  const order = `r.number, ${buildRowOrder(plan.target, plan.choice, 'r.')}`
  const namedNumbers = `select distinct on (r.number) r.${escapeIdentifier(column)} as number from ${stagingTable} r order by ${order}`
  const unknown = buildUnknownChanges(namedNumbers)
  return {
    lock: buildStubLock(namedNumbers),
    count: `select count(*)::int as count from (${unknown}) unknown`,
    insert: (eventId) => buildStubInsertion(plan, unknown, eventId),
  }
}

/** Builds SQL that locks the stubs in the result of a query, so that none is deleted before the transaction ends. */
const buildStubLock = (named: string) => `with locked as materialized (select from changes t
    where t.is_stub and t.number in (select named.number from (${named}) named) order by t.number for key share)
  select count(*) from locked`

/** Builds SQL for the numbers in the result of a query that belong to no change. */
const buildUnknownChanges = (named: string) => `select distinct named.number from (${named}) named
  where named.number is not null and not exists (select 1 from changes t where t.number = named.number)
    and not exists (${selectDeletion('change', 'named.number')})`

function buildStubInsertion(plan: MergePlan, unknown: string, eventId: string): string {
  const now = toNowSql(plan)
  return `with inserted as (insert into changes (number, title, state, type, affected_services, is_stub, origin, created_at, updated_at)
    select number, 'Unknown change ' || number, 'closed', 'normal', '{}', true, 'import', ${now}, ${now}
    from (${unknown}) unknown order by number on conflict (number) do nothing returning number as key, '{}'::json as changes)
    ${buildEventInsertion(plan.author, 'change', 'create', 'inserted', eventId)}`
}

const joinAlternatives = (conditions: readonly string[]) =>
  conditions.length === 0 ? 'false' : `(${conditions.join(' or ')})`

/** Builds SQL for the new value of an existing record. */
function buildFileValue({ name, absent, update }: TargetColumn): string {
  const current = `t.${escapeIdentifier(name)}`
  const imported = `s.${escapeIdentifier(name)}`
  if (update) return update(current, imported)
  return absent ? `coalesce(${imported}, ${current})` : imported
}

function buildNewValue({ name, absent }: TargetColumn, now: string): string {
  const value = `s.${escapeIdentifier(name)}`
  if (absent === undefined) return value
  return `coalesce(${value}, ${absent === 'now' ? now : `(${now} at time zone 'UTC')::date`})`
}

/**
 * Builds SQL that is true if a record has another value. The type json has no equality operator, so it is compared as
 * text.
 */
function buildInequality({ name, type }: TargetColumn, value: string): string {
  const cast = type === 'json' ? '::text' : ''
  return `t.${escapeIdentifier(name)}${cast} is distinct from (${value})${cast}`
}

function listStamps({ stamps: { onUpdate } }: Target, now: string): string[] {
  const set: Readonly<Record<string, string>> = { updated_at: now, version: 't.version + 1', is_stub: 'false' }
  return [...onUpdate.map((name) => `${escapeIdentifier(name)} = ${set[name]}`), "origin = 'import'"]
}
