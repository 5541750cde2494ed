import { escapeIdentifier, type PoolClient } from 'pg'
import { findOpenedField } from '#server/import/targets/log-order.ts'
import type { Target } from '#server/import/targets/target.ts'
import { stagingTable } from './staging-table.ts'

/** A row that repeats the key of an earlier row, with both identities if only differing ones count as repeats. */
export type RepeatedRow = {
  readonly ordinal: number
  readonly firstLine: number
  readonly firstOrdinal: number
  readonly identity: string | null
  readonly firstIdentity: string | null
}

const repeats = 'import_repeats'

/**
 * Stores the rows that repeat a key in a temporary table; with `identity`, only rows whose identity differs from that
 * of the first row with the key.
 */
async function storeRepeats(client: PoolClient, target: Target, identity: string | undefined): Promise<void> {
  const key = escapeIdentifier(target.key)
  const identityColumn = identity === undefined ? 'null::text' : escapeIdentifier(identity)
  await client.query(`
    create temp table ${repeats} on commit drop as
    select key, ordinal, first_ordinal, first_line, identity, first_identity from (
      select ${key} as key, ordinal, ${identityColumn} as identity,
        first_value(ordinal) over records as first_ordinal,
        first_value(line) over records as first_line,
        first_value(${identityColumn}) over records as first_identity
      from ${stagingTable} ${identity === undefined ? '' : `where ${identityColumn} is not null`}
      window records as (partition by ${key} order by ordinal)
    ) numbered
    where ${identity === undefined ? 'ordinal > first_ordinal' : 'identity <> first_identity'}`)
}

/**
 * Removes rows with different identities that are still one record from the repeats, and returns their keys: if all
 * rows of a key were opened at the same time and each has its own identity, the identities belong to rows.
 */
async function keepIdentifiedRows(client: PoolClient, target: Target, identity: string): Promise<string[]> {
  const key = escapeIdentifier(target.key)
  const identityColumn = escapeIdentifier(identity)
  const field = findOpenedField(target)
  const openedColumn = field === undefined ? 'null::text' : `s.${escapeIdentifier(field)}`
  const { rows } = await client.query<{ key: string }>(`
    with of_rows as materialized (
      select s.${key} as key from ${stagingTable} s
      where s.${key} in (select key from ${repeats}) and s.${identityColumn} is not null
      group by s.${key}
      having count(${openedColumn}) = count(*) and min(${openedColumn}) = max(${openedColumn})
        and count(distinct s.${identityColumn}) = count(distinct to_jsonb(s) - 'ordinal' - 'line')),
    kept as (delete from ${repeats} r using of_rows o where r.key = o.key returning r.key, r.ordinal)
    select key from kept order by ordinal`)
  return rows.map((row) => row.key)
}

/**
 * Deletes the staged rows that repeat a key, or with `identity` only those of another record than the first one, and
 * yields them in the order of the file, in portions. Passes each key whose rows stay in spite of different identities.
 */
export async function* takeRepeatedRows(
  client: PoolClient,
  target: Target,
  identity: string | undefined,
  onIdentifiedRow: (key: string) => void,
): AsyncGenerator<readonly RepeatedRow[]> {
  await storeRepeats(client, target, identity)
  if (identity !== undefined) for (const key of await keepIdentifiedRows(client, target, identity)) onIdentifiedRow(key)
  await client.query(`delete from ${stagingTable} s using ${repeats} r where s.ordinal = r.ordinal`)
  for (let after = 0; ; ) {
    const { rows } = await client.query<RepeatedRow>(
      `select ordinal, first_ordinal as "firstOrdinal", first_line as "firstLine", identity, first_identity as "firstIdentity"
       from ${repeats} where ordinal > $1 order by ordinal limit 5000`,
      [after],
    )
    const last = rows.at(-1)
    if (!last) return
    after = last.ordinal
    yield rows
  }
}
