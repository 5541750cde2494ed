import { type SQL, sql } from 'drizzle-orm'
import type { EntityType } from '#lib/actions/entity-kinds.ts'
import type { RowChoice } from '#server/import/mapping/questions.ts'
import { findOpenedField } from '#server/import/targets/fields.ts'
import type { Target } from '#server/import/targets/target.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { deletedRecords } from '#server/schema/imports.ts'
import { keySql, staged, stagedRows } from './staging.ts'

/** A row whose record the retention deleted; `day` is the day of the deletion. */
type DeletedRow = { readonly ordinal: number; readonly key: string; readonly day: string }

export const selectDeletion = (kind: EntityType, key: SQL): SQL => {
  const comparedKey = kind === 'change' || kind === 'incident' ? keySql(key) : key
  return sql`select ${deletedRecords.deletedAt} from ${deletedRecords}
    where ${deletedRecords.kind} = ${kind} and ${deletedRecords.key} = ${comparedKey}`
}

const portionSize = 5000

/** Deletes and yields the staged rows of records that the retention deleted and nobody recorded again. */
export async function* takeDeletedRows(db: Queryable, target: Target): AsyncGenerator<readonly DeletedRow[]> {
  const key = staged(target.key)
  for (;;) {
    const { rows } = await db.execute<DeletedRow>(
      sql`with found as materialized (
        select staged.ordinal, ${key} as key, to_char(gone.deleted_at at time zone 'UTC', 'YYYY-MM-DD') as day
        from ${stagedRows} staged cross join lateral (${selectDeletion(target.historyName, key)}) gone
        where not exists (select from ${target.table} stored where stored.${sql.identifier(target.key)} = ${key})
        order by staged.ordinal limit ${portionSize}),
      taken as (delete from ${stagedRows} staged using found where staged.ordinal = found.ordinal)
      select ordinal, key, day from found order by ordinal`,
    )
    if (rows.length === 0) return
    yield rows
  }
}

/** A row that repeats the key of an earlier row, with both identities if only differing ones count as repeats. */
type RepeatedRow = {
  readonly ordinal: number
  readonly key: string
  readonly firstLine: number
  readonly firstOrdinal: number
  readonly identity: string | null
  readonly firstIdentity: string | null
}

const repeats = sql.identifier('import_repeats')

/** Stores the rows that repeat a key; with `identity`, only those whose identity differs from the first row's. */
async function storeRepeats(db: Queryable, target: Target, identity: string | undefined): Promise<void> {
  const key = sql.identifier(target.key)
  const identityColumn = identity === undefined ? sql`null::text` : sql`${sql.identifier(identity)}`
  await db.execute(sql`
    create temp table ${repeats} on commit drop as
    select key, ordinal, first_ordinal, first_line, identity, first_identity from (
      select ${key} as key, ordinal, ${identityColumn} as identity,
        first_value(ordinal) over records as first_ordinal,
        first_value(line) over records as first_line,
        first_value(${identityColumn}) over records as first_identity
      from ${stagedRows} ${identity === undefined ? sql`` : sql`where ${identityColumn} is not null`}
      window records as (partition by ${key} order by ordinal)
    ) numbered
    where ${identity === undefined ? sql`ordinal > first_ordinal` : sql`identity <> first_identity`}`)
}

/**
 * Removes rows with different identities that are still one record from the repeats, and returns their keys: if all
 * rows of a key were opened at the same time and each has its own identity, the identities belong to rows.
 */
async function keepIdentifiedRows(db: Queryable, target: Target, identity: string): Promise<string[]> {
  const field = findOpenedField(target)
  const opened = field === undefined ? sql`null::text` : staged(field)
  const { rows } = await db.execute<{ key: string }>(sql`
    with of_rows as materialized (
      select ${staged(target.key)} as key from ${stagedRows} staged
      where ${staged(target.key)} in (select key from ${repeats}) and ${staged(identity)} is not null
      group by ${staged(target.key)}
      having count(${opened}) = count(*) and min(${opened}) = max(${opened})
        and count(distinct ${staged(identity)}) = count(distinct to_jsonb(staged) - 'ordinal' - 'line')),
    kept as (delete from ${repeats} repeated using of_rows where repeated.key = of_rows.key
      returning repeated.key, repeated.ordinal)
    select key from kept order by ordinal`)
  return rows.map((row) => row.key)
}

/**
 * Deletes the staged rows that repeat a key, or with `identity` only those of another record than the first one, and
 * yields them in the order of the file, in portions. Passes each key whose rows stay in spite of different identities.
 */
export async function* takeRepeatedRows(
  db: Queryable,
  target: Target,
  identity: string | undefined,
  onIdentifiedRow: (key: string) => void,
): AsyncGenerator<readonly RepeatedRow[]> {
  await storeRepeats(db, target, identity)
  if (identity !== undefined) for (const key of await keepIdentifiedRows(db, target, identity)) onIdentifiedRow(key)
  await db.execute(
    sql`delete from ${stagedRows} staged using ${repeats} repeated where staged.ordinal = repeated.ordinal`,
  )
  for (let after = 0; ; ) {
    const { rows } = await db.execute<RepeatedRow>(
      sql`select ordinal, key, first_ordinal as "firstOrdinal", first_line as "firstLine", identity,
          first_identity as "firstIdentity"
        from ${repeats} where ordinal > ${after} order by ordinal limit ${portionSize}`,
    )
    const last = rows.at(-1)
    if (!last) return
    after = last.ordinal
    yield rows
  }
}

/** A record of which nobody said which row counts: its different rows, and the number of such records. */
type UndecidedRecord = {
  readonly key: string
  readonly rows: readonly { readonly ordinal: number; readonly line: number; readonly values: object }[]
  readonly count: number
}

const maxShown = 10

/** Finds the first record of which several different rows, equal in the columns of the log, may count. */
export async function findUndecided(
  db: Queryable,
  target: Target,
  { isByColumns, order }: RowChoice,
): Promise<UndecidedRecord | undefined> {
  if (order !== undefined) return undefined
  const key = sql.identifier(target.key)
  const latest = isByColumns ? target.logColumns.map(({ name }) => sql`${sql.identifier(name)} desc nulls last`) : []
  const rank =
    latest.length === 0 ? sql`1` : sql`rank() over (partition by ${key} order by ${sql.join(latest, sql`, `)})`
  const values = sql`to_jsonb(array[${sql.join(
    target.columns.map(({ name }) => sql`to_jsonb(candidates.${sql.identifier(name)})`),
    sql`, `,
  )}])`
  const { rows } = await db.execute<UndecidedRecord>(sql`
    with ranked as (select rows.*, ${rank} as rank from ${stagedRows} rows where ${key} in (
        select ${key} from ${stagedRows} group by ${key} having count(*) > 1)),
      undecided as (select ${key} as key, min(ordinal) as ordinal from ranked candidates where rank = 1
        group by ${key} having count(distinct ${values}) > 1),
      first as (select key from undecided order by ordinal limit 1)
    select first.key, (select count(*)::int from undecided) as count,
      (select json_agg(json_build_object('ordinal', shown.ordinal, 'line', shown.line, 'values', to_jsonb(shown))
        order by shown.ordinal)
        from (select * from ranked where ${key} = first.key and rank = 1 order by ordinal limit ${maxShown}) shown) as rows
    from first`)
  return rows[0]
}
