import type { Target, TargetColumn } from '../targets/target.ts'
import { quoteName } from './identifiers.ts'
import { stagingTable } from './staging.ts'

export type MergePlan = {
  readonly target: Target
  /** The fields that the file feeds: only the columns made from them are written to existing records. */
  readonly fed: ReadonlySet<string>
  /** Of several rows for one record the last counts, else the first. */
  readonly isLastState: boolean
  readonly now: Date
}

export type MergeStatements = {
  /** From a key on ($1): the last key of the next batch, how many records are in it, and whether any is there already. */
  readonly range: string
  /** For the keys after $1 up to $2: how many records are new, differ, and are kept in part. */
  readonly compare: string
  readonly update: string
  readonly insert: string
  /** How many changes are named and unknown, and a stub for each; undefined where no change is named. */
  readonly stubs: StubStatements | undefined
}

type StubStatements = { readonly count: string; readonly insert: string }

/** Statements for rows that are stored while the file is still read; $1 and $2 are places in the file. */
export type EarlyStatements = {
  /** Stores the rows after $1 up to $2, or none of them where a record of one is there already. */
  readonly insert: string
  /** Takes back the records up to $1 that rows after it tell of too. */
  readonly takeBack: string
  /** A stub for each change that is named by the other rows up to $1 and unknown. */
  readonly stubs: string | undefined
  /** Forgets those rows. */
  readonly forget: string
}

const batchSize = 20_000

/** The SQL of an import, made once. Staged rows are `s`, the records `t`. */
export function mergeStatements(plan: MergePlan): MergeStatements {
  const { target, fed } = plan
  const key = quoteName(target.key)
  const table = quoteName(target.table)
  const now = nowOf(plan)
  const written = target.columns.filter(
    ({ name, fields }) => name !== target.key && fields.some((field) => fed.has(field)),
  )
  const guarded = target.historyName === undefined ? [] : written.filter((column) => column.isKeptWhenEdited)
  const isGuarded = guarded.length > 0
  const winners = `winners as materialized (${selectWinners(plan, isGuarded, '$1', '$2')})`
  const joined = `t.${key} = s.${key} and t.${key} > $1 and t.${key} <= $2`
  const next = (column: TargetColumn) =>
    guarded.includes(column)
      ? `case when s.is_edited then t.${quoteName(column.name)} else ${fileValue(column)} end`
      : fileValue(column)
  const was = (name: string) => `t.${quoteName(name)}`
  const turn = {
    was,
    becomes(name: string) {
      const column = written.find((known) => known.name === name)
      return column ? next(column) : was(name)
    },
  }
  const sets = [
    ...written.map((column) => `${quoteName(column.name)} = ${next(column)}`),
    ...target.turned.map(({ name, value }) => `${quoteName(name)} = ${value(turn)}`),
    ...stamps(target, now),
  ]
  const stub = target.stamps.onUpdate.includes('is_stub') ? ['t.is_stub'] : []
  const differs = anyOf([...stub, ...written.map((column) => unequal(column, next(column)))])
  const isKept = isGuarded
    ? `s.is_edited and ${anyOf(guarded.map((column) => unequal(column, fileValue(column))))}`
    : 'false'
  return {
    range: `select last, count, (${firstKnown(target, '> $1')} <= last) is true as "hasKnown"
      from (select max(k) as last, count(*)::int as count from (
        select distinct ${key} as k from ${stagingTable} where ${key} > $1 order by 1 limit ${batchSize}) batch) bounds`,
    compare: `with ${winners}
      select count(*) filter (where t.${key} is null)::int as inserted,
        count(*) filter (where t.${key} is not null and ${differs})::int as updated,
        count(*) filter (where t.${key} is not null and ${isKept})::int as kept
      from winners s left join ${table} t on ${joined}`,
    update: `with ${winners}
      update ${table} t set ${sets.join(', ')}
      from winners s where ${joined} and ${differs}`,
    insert: `with ${winners}
      ${insertion(plan)} from winners s
      where not exists (select 1 from ${table} t where ${joined}) order by s.${key}
      on conflict (${key}) do nothing`,
    stubs: target.namesChange === undefined ? undefined : stubStatements(plan, target.namesChange),
  }
}

/** The SQL that stores rows while the file is still read. Those of rows that are not so stored wait for the other SQL. */
export function earlyStatements(plan: MergePlan): EarlyStatements {
  const { target } = plan
  const key = quoteName(target.key)
  const table = quoteName(target.table)
  const portion = `from ${stagingTable} s where s.ordinal > $1 and s.ordinal <= $2`
  const later = `select from ${stagingTable} l where l.ordinal > $1 and l.${key} = s.${key}`
  const settled = `s.ordinal <= $1 and not exists (${later})`
  const isAnyKnown = `with keys as materialized (select min(s.${key}) as first, max(s.${key}) as last ${portion})
    select (${firstKnown(target, '>= (select first from keys)')} <= (select last from keys)) is true
      and exists (select ${portion} and exists (select from ${table} t where t.${key} = s.${key}))`
  return {
    insert: `${insertion(plan)} ${portion} and not (${isAnyKnown})`,
    takeBack: `delete from ${table} t using ${stagingTable} s
      where t.${key} = s.${key} and s.ordinal <= $1 and exists (${later})`,
    stubs:
      target.namesChange === undefined
        ? undefined
        : stubInsertion(
            plan,
            unknownChanges(
              `select s.${quoteName(target.namesChange)} as number from ${stagingTable} s where ${settled}`,
            ),
          ),
    forget: `delete from ${stagingTable} s where ${settled}`,
  }
}

/** The first key of the records beyond another one: asked for in order, so that it is looked up in the index. */
const firstKnown = ({ table, key }: Target, beyond: string) =>
  `(select t.${quoteName(key)} from ${quoteName(table)} t where t.${quoteName(key)} ${beyond} order by 1 limit 1)`

const nowOf = ({ now }: MergePlan) => `'${now.toISOString()}'::timestamptz`

/** New records of the rows `s`. */
function insertion(plan: MergePlan): string {
  const { columns, stamps, table } = plan.target
  const now = nowOf(plan)
  const names = [...columns.map(({ name }) => name), ...stamps.onInsert, 'origin'].map(quoteName)
  const values = [...columns.map((column) => newValue(column, now)), ...stamps.onInsert.map(() => now), "'import'"]
  return `insert into ${quoteName(table)} (${names.join(', ')}) select ${values.join(', ')}`
}

/** One row for each record, with whether a person or a client of the API has written to it (source: the history). */
function selectWinners({ target, isLastState }: MergePlan, isGuarded: boolean, after: string, last: string): string {
  const key = quoteName(target.key)
  const edited = isGuarded
    ? `, exists (select 1 from audit_events a where a.entity_type = '${target.historyName}' and a.entity_id = r.${key}
        and a.actor_kind <> 'system') as is_edited`
    : ''
  return `select distinct on (r.${key}) r.*${edited} from ${stagingTable} r
    where r.${key} > ${after} and r.${key} <= ${last} order by r.${key}, r.ordinal${isLastState ? ' desc' : ''}`
}

function stubStatements(plan: MergePlan, column: string): StubStatements {
  const order = `r.number, r.ordinal${plan.isLastState ? ' desc' : ''}`
  const named = `select distinct on (r.number) r.${quoteName(column)} as number from ${stagingTable} r order by ${order}`
  const unknown = unknownChanges(named)
  return {
    count: `select count(*)::int as count from (${unknown}) unknown`,
    insert: stubInsertion(plan, unknown),
  }
}

/** Each of the numbers that a query gives of which there is no change. */
const unknownChanges = (named: string) => `select distinct named.number from (${named}) named
  where named.number is not null and not exists (select 1 from changes t where t.number = named.number)`

function stubInsertion(plan: MergePlan, unknown: string): string {
  const now = nowOf(plan)
  return `insert into changes (number, title, state, type, affected_services, is_stub, origin, created_at, updated_at)
    select number, 'Unknown change ' || number, 'closed', 'normal', '{}', true, 'import', ${now}, ${now}
    from (${unknown}) unknown order by number on conflict (number) do nothing`
}

const anyOf = (conditions: readonly string[]) => (conditions.length === 0 ? 'false' : `(${conditions.join(' or ')})`)

/** What the file tells for an existing record. */
function fileValue({ name, absent }: TargetColumn): string {
  return absent ? `coalesce(s.${quoteName(name)}, t.${quoteName(name)})` : `s.${quoteName(name)}`
}

function newValue({ name, absent }: TargetColumn, now: string): string {
  const value = `s.${quoteName(name)}`
  if (absent === undefined) return value
  return `coalesce(${value}, ${absent === 'now' ? now : `(${now} at time zone 'UTC')::date`})`
}

/** Whether a record has another value; JSON, which has no equality of its own, is compared as written. */
function unequal({ name, type }: TargetColumn, value: string): string {
  const cast = type === 'json' ? '::text' : ''
  return `t.${quoteName(name)}${cast} is distinct from (${value})${cast}`
}

function stamps({ stamps: { onUpdate } }: Target, now: string): string[] {
  const set: Readonly<Record<string, string>> = { updated_at: now, version: 't.version + 1', is_stub: 'false' }
  return [...onUpdate.map((name) => `${quoteName(name)} = ${set[name]}`), "origin = 'import'"]
}
