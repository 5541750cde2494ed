import { sql } from 'drizzle-orm'
import type { OriginKind, RecordOrigin } from '#lib/contracts/app/changes.ts'
import { getNumber } from '#server/platform/db/find-record.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { connections } from '#server/schema/connections.ts'
import { auditEvents } from '#server/schema/history.ts'
import { recordOrigins } from '#server/schema/imports.ts'
import { selectEntries } from './entries-of-record.ts'

const numbers = { change: changes.number, incident: incidents.number }

/** Entries of the import or the connection itself. A connection writes each page of rows as a separate import. */
const isOfSource = (entry: string) => sql.raw(`(${entry}.request_id = o.source_id or ${entry}.actor_id = o.source_id)`)

/**
 * Finds the row that last wrote a record, and the changes by others since. Null if no import and no connection wrote
 * the record, also after it was deleted and created again. Throws `not_found`.
 */
export async function findRecordOrigin(
  { db }: Pick<Context, 'db'>,
  kind: OriginKind,
  sent: string,
): Promise<RecordOrigin | null> {
  const number = await getNumber(db, numbers[kind], kind, sent)
  const { rows } = await db.execute<RecordOrigin>(sql`
    with o as materialized (select * from ${recordOrigins} where kind = ${kind} and number = ${number}
      order by read_at desc, position desc limit 1),
    record (kind, number) as (values (${kind}::text, ${number}::text)),
    entry as materialized (select e.* from o, record r cross join lateral ${sql.raw(selectEntries('r.kind', 'r.number'))} e
      where e.at >= o.read_at),
    since as materialized (select e.* from o, entry e where not ${isOfSource('e')}
      and e.at > coalesce((select max(own.at) from entry own where ${isOfSource('own')}), o.read_at)),
    latest as (select distinct on (field) field, e.at, e.actor_name as by
      from since e, json_object_keys(e.changes) field where field not in ('lesson', 'lesson_mark') order by field, e.at desc)
    select source_kind as source, source_id, detail, digest,
      coalesce((select name from ${connections} where source_kind = 'connection' and id = source_id),
        (select changes #>> '{file,to}' from ${auditEvents}
          where source_kind = 'import' and entity_type = 'import' and entity_id = source_id and action = 'create' limit 1),
        source_id) as name,
      ${isoTime('read_at')} as read_at,
      coalesce((select json_agg(json_build_object('field', field, 'at', ${isoTime('at')}, 'by', by)
        order by at desc, field) from latest), '[]') as changed_since
    from o where not exists (select from since where action = 'delete' and entity_id = ${number})`)
  return rows[0] ?? null
}

const isoTime = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)
