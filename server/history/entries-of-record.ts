import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '#server/platform/db/client.ts'
import { auditEvents } from '#server/schema/history.ts'

/** The entity whose numbers an entry has: for a decision of the policy, its change. */
const numbered = (entityType: string) =>
  `(case ${entityType} when 'policy_decision' then 'change' else ${entityType} end)`

/** SQL of the current number of a record that had `number` at the time of the entry `entry`. */
export const currentNumberSql = (entityType: string, number: string, entry: string): string =>
  `coalesce((select f.number from former_numbers f where f.entity_type = ${numbered(entityType)} and f.former = ${number}
    and (f.last_at, f.last_id) >= (${entry}.at, ${entry}.id) order by f.last_at, f.last_id limit 1), ${number})`

/**
 * SQL of the entries of a record, as a table: the entries under its number, and those under each former number from the
 * time when the record had it. Type and number are SQL too.
 */
export const selectEntries = (entityType: string, number: string): string =>
  `(select own.* from (select ${number} as id union select f.former from former_numbers f
      where f.entity_type = ${numbered(entityType)} and f.number = ${number}) known
    join audit_events own on own.entity_type = ${entityType} and own.entity_id = known.id
    where ${currentNumberSql(entityType, 'own.entity_id', 'own')} = ${number})`

/**
 * Query of the identifiers of the entries of records, each with its record; `records` selects their types and numbers.
 */
export const selectEntriesOfRecords = (records: SQL): SQL =>
  sql`select entry.id, record.type, record.number
    from (${records}) record (type, number) cross join lateral ${sql.raw(selectEntries('record.type', 'record.number'))} entry`

/** True for entries of records. Uses one index scan per record, however long the history. */
export const isEntryOfRecords = (records: SQL): SQL =>
  sql`${auditEvents.id} = any(array(select id from (${selectEntriesOfRecords(records)}) found))`

/** Stores that a record has another number from now on. Its entries so far stay under the former number. */
export async function storeFormerNumber(
  tx: Transaction,
  entityType: 'change' | 'incident',
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await tx.execute(sql`update former_numbers set number = ${to} where entity_type = ${entityType} and number = ${from}`)
  await tx.execute(sql`insert into former_numbers (entity_type, former, number, last_at, last_id)
    select ${entityType}, ${from}, ${to}, e.at, e.id from ${auditEvents} e
    where e.entity_id = ${from} and ${sql.raw(numbered('e.entity_type'))} = ${entityType} order by e.at desc, e.id desc limit 1`)
}
