import { type SQL, sql } from 'drizzle-orm'
import { entityKinds } from '#lib/actions/entity-kinds.ts'
import { markOfWhole, pseudonymPattern, type ReplayedKind, replayedFields } from '#lib/ledger/replayed-fields.ts'
import { humaniseKey } from '#lib/text/humanise-key.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { currentNumberSql } from './entries-of-record.ts'

type Replay = {
  /** Records whose creation has no values in the history, such as those that an older release imported. */
  readonly uncovered: number
  readonly faults: readonly string[]
}

/** The faults that are named for each kind of record. */
const maxNamed = 100

const tables = {
  change: ['changes', 'number'],
  incident: ['incidents', 'number'],
  review: ['reviews', 'reference'],
  improvement: ['improvements', 'id'],
} as const satisfies Readonly<Record<ReplayedKind, readonly [table: string, key: string]>>

/** SQL of a column as the history writes its values, as text. */
const writeValue = (column: string) =>
  /_(?:at|start|end)$/.test(column)
    ? `to_char(r.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : `r.${column}::text`

/**
 * SQL of the records of a kind that the history does not lead to. Each entry takes away the value that it replaces and
 * adds the new one, so that one value is left, in whatever order concurrent entries were written. Entries before a
 * deletion do not count; that of a new number or of a stub whose number a record takes is none. Releases before 0.4
 * stated neither the first value of some fields, which a record may have again, nor the due date of a reopening.
 */
function selectWrong(kind: ReplayedKind): string {
  const [table, key] = tables[kind]
  const isNumbered = kind === 'change' || kind === 'incident'
  const id = isNumbered ? currentNumberSql('e.entity_type', 'e.entity_id', 'e') : 'e.entity_id'
  const names = replayedFields[kind].map((field) => `'${field}'`).join(', ')
  const stored = replayedFields[kind].map((field) => `('${field}', ${writeValue(field)})`).join(', ')
  return `
    with written as materialized (select ${id} as id, e.id as entry, e.at, e.action, e.changes from audit_events e
        where e.entity_type = '${kind}'),
      deleted as (select distinct on (id) id, at, entry from written
        where action = 'delete' and coalesce(changes #>> '{number,to}', changes #>> '{is_stub,from}') is null order by id, at desc, entry desc),
      living as (select written.* from written left join deleted using (id)
        where deleted.id is null or (written.at, written.entry) > (deleted.at, deleted.entry)),
      known as (select id, bool_or(action = 'create') as is_created,
          bool_or(action = 'create' and changes #> '{${markOfWhole[kind]}}' is not null) as is_whole,
          bool_or(changes -> 'reopen_reason' is not null and changes -> 'due_on' is null) as is_due_unknown
        from living group by id),
      replaced as (select id, f.key as field, f.value ->> 'from' as was, f.value ->> 'to' as becomes
        from living cross join lateral json_each(changes) f where f.key in (${names})),
      counted as (select id, field, value, sum(n) as n from (
          select id, field, was, -1 from replaced union all select id, field, becomes, 1 from replaced
        ) one (id, field, value, n) group by id, field, value),
      standing as (select id, field, coalesce(array_agg(value) filter (where n > 0 and value is not null), '{}') as "values",
          array_agg(value) filter (where n = 0) as returned,
          coalesce(max(n) filter (where value is not null), 0) as most from counted group by id, field),
      stored as (select r.${key} as id, r.origin, f.field, f.value from ${table} r
        cross join lateral (values ${stored}) f (field, value)),
      compared as (select stored.*, standing.most, coalesce(standing."values", '{}') as "values",
          (standing.id is not null or known.is_whole)
            and not coalesce(is_due_unknown and field = 'due_on' and "values" <> '{}', false) as is_covered,
          value = any(returned) and not is_whole as has_returned, known.id is not null or stored.origin = 'demo' as is_known
        from stored left join standing using (id, field) left join known using (id))
    select id, field, value, "values" from compared
      where is_covered and value !~ '${pseudonymPattern}' is not false and (most > 1 or "values" <> array_remove(array[value], null)
        and not ("values" = '{}' and (value = 'false' or coalesce(has_returned, false))))
    union all select distinct id, 'unknown', null, null::text[] from compared where not is_known
    union all select id, 'gone', null, null from known
      where is_created and not exists (select from ${table} r where r.${key} = known.id)
    union all select null, 'uncovered', count(distinct id)::text, null from compared where not is_covered and is_known
    order by 1 nulls first, 2 limit ${maxNamed + 1}`
}

type Wrong = { readonly id: string; readonly field: string; readonly value: string | null; readonly values: string[] }

function describeWrong(kind: ReplayedKind, { id, field, value, values }: Wrong): string {
  const record = `${entityKinds[kind]?.label ?? kind} ${id}`
  if (field === 'unknown') return `${record} has no entry of its creation.`
  if (field === 'gone') return `${record} is gone, without an entry of its deletion.`
  return `${record}: ${humaniseKey(field)} is ${JSON.stringify(value)}, and by the history ${JSON.stringify(values.length > 1 ? values : (values[0] ?? null))}.`
}

/**
 * Compares records with the history, which leads to the state of each: what its last entries say is what the record
 * says, and a record that is gone has an entry of its deletion. Reads each table once.
 */
export async function replayHistory(db: Queryable): Promise<Replay> {
  const faults: string[] = []
  let uncovered = 0
  for (const kind of Object.keys(tables) as ReplayedKind[]) {
    const { rows } = await db.execute<Wrong>(sql.raw(selectWrong(kind)))
    uncovered += Number(rows.shift()?.value ?? 0)
    faults.push(...rows.map((row) => describeWrong(kind, row)))
  }
  const { rows: moved } = await db.execute<{ reference: string }>(sql`
    with entry as (select entity_id as reference, at, changes #>> '{status,to}' as status, changes #>> '{signed_off_by,to}' as by
      from audit_events where entity_type = 'review' and changes #>> '{status,to}' = 'completed')
    select reference from reviews r where num_nonnulls(completed_at, signed_off_at, signed_off_by) > 0 and not exists (select from entry
      where entry.reference = r.reference and entry.at = r.completed_at and (entry.by is null and num_nonnulls(signed_off_at, signed_off_by) = 0
        or entry.at = r.signed_off_at and (entry.by = r.signed_off_by or r.signed_off_by ~ ${pseudonymPattern}) and entry.by is not null))
    order by 1 limit ${maxNamed}`)
  faults.push(
    ...moved.map(({ reference }) => `Review ${reference} was not completed or signed off as it states: no entry fits.`),
  )
  return { uncovered, faults: [...faults, ...(await listUnexplainedReasons(db))] }
}

// The history has reasons as sentences or as the review does. Before 0.4 some sentences named their rule twice.
/** SQL of the reasons of a review as sentences, in one text. */
const joinReasons = (reasons: SQL) => sql`(select coalesce(string_agg(case
    when json_typeof(item) = 'string' then regexp_replace(item #>> '{}', '^(.+): (\\1)', '\\2', 'i')
    when starts_with(lower(item ->> 'text'), lower(item ->> 'rule')) then item ->> 'text'
    else concat(item ->> 'rule', ': ', item ->> 'text') end, E'\\n' order by place), '')
  from json_array_elements(case json_typeof(${reasons}) when 'array' then ${reasons} else '[]' end) with ordinality one (item, place))`

/** Lists reviews whose reasons no entry of the history states, among those of which one does state reasons. */
async function listUnexplainedReasons(db: Queryable): Promise<string[]> {
  const { rows } = await db.execute<{ reference: string }>(sql`
    with entry as (select entity_id as reference, ${joinReasons(sql`changes #> '{reasons,from}'`)} as was, ${joinReasons(sql`changes #> '{reasons,to}'`)} as becomes
      from audit_events where entity_type = 'review' and changes -> 'reasons' is not null)
    select reference from (select r.reference, ${joinReasons(sql`r.reasons`)} as stated from reviews r) review join entry using (reference)
    group by reference, stated
    having count(*) filter (where becomes = stated) - count(*) filter (where was = stated) < case when stated = '' then 0 else 1 end
    order by 1 limit ${maxNamed}`)
  return rows.map(({ reference }) => `Review ${reference} has other reasons than its history states.`)
}
