import { escapeIdentifier, escapeLiteral } from 'pg'
import type { Target, TargetColumn } from '../targets/target.ts'

import { type ComparedColumn, changesBetween, eventInsertion, type ImportAuthor } from './history-statements.ts'
import { emptyValue, isProtected, protectedColumns } from './open-reviews.ts'
import { orderOfRows, type RowChoice, stagingTable } from './staging.ts'

export type MergePlan = {
  readonly target: Target
  /** The fields that the file fills: only the columns made from them are written to existing records. */
  readonly filled: ReadonlySet<string>
  readonly choice: RowChoice
  readonly author: ImportAuthor
}

export type MergeStatements = {
  /** The batch after key $1: its last key, its number of records, and whether the table may hold one of them. */
  readonly range: string
  /** Counts the records from after $1 to $2 that are new, that differ, and that keep an edited value. */
  readonly compare: string
  /** Update and insert records from after $1 to $2, each with its entry in the history; $3 begins their identifiers. */
  readonly update: string
  readonly insert: string
  /** Counts unknown changes that the rows name, and inserts a stub for each; undefined if the target names none. */
  readonly stubs: StubStatements | undefined
}

/** `$1` of `insert` begins the identifiers of the entries in the history. */
type StubStatements = { readonly lock: string; readonly count: string; readonly insert: string }

/**
 * Statements that store rows while the file is still being read; $1 and $2 are row numbers of the file, and the last
 * parameter of an insertion begins the identifiers of the entries in the history.
 */
export type EarlyStatements = {
  /** Inserts the rows from after $1 to $2, or none if the table already holds one of their records. */
  readonly insert: string
  /** Deletes inserted records up to $1 that later rows repeat, with their entries in the history. */
  readonly deleteRepeated: string
  /** Locks the stubs that the remaining rows up to $1 name, and inserts a stub for each unknown change; $2 as in `insert`. */
  readonly stubs: Omit<StubStatements, 'count'> | undefined
  /** Deletes those rows from the staging table. */
  readonly unstage: string
}

const batchSize = 20_000

/** The SQL that merges staged rows (`s`) into the table of their records (`t`). */
export function mergeStatements(plan: MergePlan): MergeStatements {
  const { target, filled } = plan
  const key = escapeIdentifier(target.key)
  const table = escapeIdentifier(target.table)
  const now = nowOf(plan)
  const written = target.columns.filter(
    ({ name, fields, isStubMark }) => name !== target.key && !isStubMark && fields.some((field) => filled.has(field)),
  )
  const guarded = written.filter((column) => column.isKeptWhenEdited)
  const isGuarded = guarded.length > 0
  const winners = `winners as materialized (${selectWinners(plan, isGuarded, '$1', '$2')})`
  const joined = `t.${key} = s.${key} and t.${key} > $1 and t.${key} <= $2`
  const next = (column: TargetColumn) =>
    guarded.includes(column)
      ? `case when s.is_edited or s.is_under_review then t.${escapeIdentifier(column.name)} else ${fileValue(column)} end`
      : fileValue(column)
  const before = (name: string) => `t.${escapeIdentifier(name)}`
  const after = (name: string) => {
    const column = written.find((known) => known.name === name)
    return column ? next(column) : before(name)
  }
  const sets = [
    ...written.map((column) => `${escapeIdentifier(column.name)} = ${next(column)}`),
    ...target.derived.map(({ name, value }) => `${escapeIdentifier(name)} = ${value({ before, after })}`),
    ...stamps(target, now),
  ]
  const compared = [...written, ...columnsBesides(target)]
  const stub = target.stamps.onUpdate.includes('is_stub') ? ['t.is_stub'] : []
  const isWhole = target.columns
    .filter(({ isStubMark }) => isStubMark)
    .map(({ name }) => `not s.${escapeIdentifier(name)} and `)
    .join('')
  const differs = `(${isWhole}${anyOf([...stub, ...written.map((column) => unequal(column, next(column)))])})`
  const isKept = isGuarded
    ? `${isWhole}s.is_edited and ${anyOf(guarded.map((column) => unequal(column, fileValue(column))))}`
    : 'false'
  return {
    range: `select last, count, (${firstExisting(target, '> $1')} <= last) is true as "hasExisting"
      from (select max(k) as last, count(*)::int as count from (
        select distinct ${key} as k from ${stagingTable} where ${key} > $1 order by 1 limit ${batchSize}) batch) bounds`,
    compare: `with ${winners}
      select count(*) filter (where t.${key} is null)::int as inserted,
        count(*) filter (where t.${key} is not null and ${differs})::int as updated,
        count(*) filter (where t.${key} is not null and ${isKept})::int as kept
      from winners s left join ${table} t on ${joined}`,
    // The rows are locked before they are read, so that the history has the values that the update replaces.
    update: `with ${winners},
      before as materialized (select t.* from ${table} t, winners s where ${joined} and ${differs} for update of t),
      after as (update ${table} t set ${sets.join(', ')}
        from winners s, before b where ${joined} and b.${key} = s.${key} returning t.*),
      changed as (select a.${key} as key, ${changesBetween(compared)} as changes
        from after a join before b on b.${key} = a.${key})
      ${eventInsertion(plan.author, target.historyName, 'update', 'changed', '$3')}`,
    insert: `with ${winners},
      ${inserted(
        plan,
        `from winners s
        where not exists (select 1 from ${table} t where ${joined}) order by s.${key}
        on conflict (${key}) do nothing`,
        '$3',
      )}`,
    stubs: target.namesChange === undefined ? undefined : stubStatements(plan, target.namesChange),
  }
}

/** Columns that an update sets without a value of the file, and that an undo sets back. */
export const columnsBesides = ({ derived, stamps }: Target): ComparedColumn[] => [
  ...derived,
  ...(stamps.onUpdate.includes('is_stub') ? [{ name: 'is_stub', type: 'boolean' }] : []),
]

/** The SQL that stores rows while the file is still being read. */
export function earlyStatements(plan: MergePlan): EarlyStatements {
  const { target } = plan
  const key = escapeIdentifier(target.key)
  const table = escapeIdentifier(target.table)
  const portion = `from ${stagingTable} s where s.ordinal > $1 and s.ordinal <= $2`
  const later = `select from ${stagingTable} l where l.ordinal > $1 and l.${key} = s.${key}`
  const settled = `s.ordinal <= $1 and not exists (${later})`
  const hasExisting = `with keys as materialized (select min(s.${key}) as first, max(s.${key}) as last ${portion})
    select (${firstExisting(target, '>= (select first from keys)')} <= (select last from keys)) is true
      and exists (select ${portion} and exists (select from ${table} t where t.${key} = s.${key}))`
  return {
    insert: `with ${inserted(plan, `${portion} and not (${hasExisting})`, '$3')}`,
    deleteRepeated: `with repeated as (delete from ${table} t using ${stagingTable} s
        where t.${key} = s.${key} and s.ordinal <= $1 and exists (${later}) returning t.${key} as key)
      delete from audit_events e using repeated r
      where e.request_id = ${escapeLiteral(plan.author.importId)} and e.entity_type = ${escapeLiteral(target.historyName)}
        and e.entity_id = r.key`,
    stubs: target.namesChange === undefined ? undefined : earlyStubs(target.namesChange),
    unstage: `delete from ${stagingTable} s where ${settled}`,
  }

  function earlyStubs(column: string) {
    const named = `select s.${escapeIdentifier(column)} as number from ${stagingTable} s where ${settled}`
    return { lock: stubLock(named), insert: stubInsertion(plan, unknownChanges(named), '$2') }
  }
}

/** The first existing key beyond another one; the order makes the database look it up in the index. */
const firstExisting = ({ table, key }: Target, beyond: string) =>
  `(select t.${escapeIdentifier(key)} from ${escapeIdentifier(table)} t where t.${escapeIdentifier(key)} ${beyond} order by 1 limit 1)`

const nowOf = ({ author }: MergePlan) => `'${author.now.toISOString()}'::timestamptz`

/** Inserts new records from the rows `s`. */
function insertion(plan: MergePlan): string {
  const { columns, stamps, table } = plan.target
  const now = nowOf(plan)
  const names = [...columns.map(({ name }) => name), ...stamps.onInsert, 'origin'].map(escapeIdentifier)
  const isOfPerson = plan.author.actor.kind === 'account'
  const guarded = isOfPerson ? protectedColumns(plan.target, plan.author.actor) : []
  const cellOf = (column: TargetColumn) =>
    guarded.includes(column)
      ? `case when s.state <> 'closed' then ${emptyValue(column)} else ${newValue(column, now)} end`
      : newValue(column, now)
  const values = [...columns.map(cellOf), ...stamps.onInsert.map(() => now), "'import'"]
  return `insert into ${escapeIdentifier(table)} (${names.join(', ')}) select ${values.join(', ')}`
}

/** Inserts new records from the rows `s` and adds an entry to the history for each; begins with a common table. */
const inserted = (plan: MergePlan, rows: string, idParameter: string) =>
  `inserted as (${insertion(plan)} ${rows}
    returning ${escapeIdentifier(plan.target.key)} as key, ${outcomeWritten(plan.target)} as changes)
  ${eventInsertion(plan.author, plan.target.historyName, 'create', 'inserted', idParameter)}`

/** What the history says about a new record: the outcome of its review if the row has one, since whoever wrote it took part. */
const outcomeWritten = ({ columns }: Target) =>
  columns.some(({ name }) => name === 'pir_outcome')
    ? `case when pir_outcome is null then '{}'::json
        else json_build_object('pir_outcome', json_build_object('from', null, 'to', pir_outcome)) end`
    : `'{}'::json`

/**
 * The row that counts for each record, whether the history has a write to a guarded column by a person or an API client,
 * and whether the author may not write review fields.
 */
function selectWinners({ target, choice, author }: MergePlan, isGuarded: boolean, after: string, last: string): string {
  const key = escapeIdentifier(target.key)
  const guarded = target.columns.filter((column) => column.isKeptWhenEdited).map(({ name }) => escapeLiteral(name))
  const edited = isGuarded
    ? `, exists (select 1 from audit_events a where a.entity_type = '${target.historyName}' and a.entity_id = r.${key}
        and a.actor_kind not in ('system', 'import')
        and exists (select from json_object_keys(a.changes) field where field in (${guarded.join(', ')}))) as is_edited`
    : ''
  const underReview = protectedColumns(target, author.actor).length > 0 ? isProtected(author.actor) : 'false'
  return `select s.*, ${underReview} as is_under_review from (select distinct on (r.${key}) r.*${edited} from ${stagingTable} r
    where r.${key} > ${after} and r.${key} <= ${last} order by r.${key}, ${orderOfRows(target, choice, 'r.')}) s`
}

function stubStatements(plan: MergePlan, column: string): StubStatements {
  const order = `r.number, ${orderOfRows(plan.target, plan.choice, 'r.')}`
  const named = `select distinct on (r.number) r.${escapeIdentifier(column)} as number from ${stagingTable} r order by ${order}`
  const unknown = unknownChanges(named)
  return {
    lock: stubLock(named),
    count: `select count(*)::int as count from (${unknown}) unknown`,
    insert: stubInsertion(plan, unknown, '$1'),
  }
}

/** Locks the stubs that the result of a query names, so that nobody deletes them before the transaction ends. */
const stubLock = (named: string) => `with locked as materialized (select from changes t
    where t.is_stub and t.number in (select named.number from (${named}) named) order by t.number for key share)
  select count(*) from locked`

/** The numbers in the result of a query that belong to no change. */
const unknownChanges = (named: string) => `select distinct named.number from (${named}) named
  where named.number is not null and not exists (select 1 from changes t where t.number = named.number)`

function stubInsertion(plan: MergePlan, unknown: string, idParameter: string): string {
  const now = nowOf(plan)
  return `with inserted as (insert into changes (number, title, state, type, affected_services, is_stub, origin, created_at, updated_at)
    select number, 'Unknown change ' || number, 'closed', 'normal', '{}', true, 'import', ${now}, ${now}
    from (${unknown}) unknown order by number on conflict (number) do nothing returning number as key, '{}'::json as changes)
    ${eventInsertion(plan.author, 'change', 'create', 'inserted', idParameter)}`
}

const anyOf = (conditions: readonly string[]) => (conditions.length === 0 ? 'false' : `(${conditions.join(' or ')})`)

/** The value of the file for an existing record. */
function fileValue({ name, absent, update }: TargetColumn): string {
  const [current, imported] = [`t.${escapeIdentifier(name)}`, `s.${escapeIdentifier(name)}`]
  if (update) return update(current, imported)
  return absent ? `coalesce(${imported}, ${current})` : imported
}

function newValue({ name, absent }: TargetColumn, now: string): string {
  const value = `s.${escapeIdentifier(name)}`
  if (absent === undefined) return value
  return `coalesce(${value}, ${absent === 'now' ? now : `(${now} at time zone 'UTC')::date`})`
}

/** Whether a record has another value. The type json has no equality operator: it is compared as text. */
function unequal({ name, type }: TargetColumn, value: string): string {
  const cast = type === 'json' ? '::text' : ''
  return `t.${escapeIdentifier(name)}${cast} is distinct from (${value})${cast}`
}

function stamps({ stamps: { onUpdate } }: Target, now: string): string[] {
  const set: Readonly<Record<string, string>> = { updated_at: now, version: 't.version + 1', is_stub: 'false' }
  return [...onUpdate.map((name) => `${escapeIdentifier(name)} = ${set[name]}`), "origin = 'import'"]
}
