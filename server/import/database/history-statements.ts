import { escapeIdentifier, escapeLiteral } from 'pg'
import type { EntityType } from '#lib/actions/entity-kinds.ts'
import type { ActorName } from '#server/platform/runtime/context.ts'

/** The import that writes records, as the history names it; the identifier of an undo is `ID:undo`. */
export type ImportAuthor = {
  readonly importId: string
  readonly actor: ActorName
  readonly now: Date
}

/** Returns the identifier of the history entries of an undo. */
export const toUndoId = (importId: string) => `${importId}:undo`

/** A column whose values before and after an update are compared. */
export type ComparedColumn = { readonly name: string; readonly type: string }

const columns =
  'id, at, actor_kind, actor_id, actor_name, action, entity_type, entity_id, changes, changed_fields, request_id'

/**
 * Builds SQL that adds an entry to the history for each row of `source`, which has the columns `key` and `changes`; for
 * a created record, `changes` has only the fields of its review. `eventId` is the prefix of the identifiers of the
 * entries.
 */
export function buildEventInsertion(
  { importId, actor, now }: ImportAuthor,
  entity: EntityType,
  action: 'create' | 'update' | 'delete',
  source: string,
  eventId: string,
): string {
  const values = [
    `${escapeLiteral(eventId)} || lpad(row_number() over (order by r.key)::text, 9, '0')`,
    // Later than all entries that others wrote for the record since the import began, as the history is read by time.
    `greatest('${now.toISOString()}'::timestamptz, (select max(e.at) + interval '1 ms' from audit_events e
      where e.entity_type = ${escapeLiteral(entity)} and e.entity_id = r.key))`,
    `'import'`,
    escapeLiteral(actor.id),
    escapeLiteral(actor.name),
    `'${action}'`,
    escapeLiteral(entity),
    'r.key',
    'r.changes',
    '(select json_agg(field) from json_object_keys(r.changes) field)',
    escapeLiteral(importId),
  ]
  return `insert into audit_events (${columns}) select ${values.join(', ')} from ${source} r`
}

/** Builds SQL for the changes `{field: {from, to}}` between the rows `b` and `a`; null if there are none. */
export function buildChanges(compared: readonly ComparedColumn[]): string {
  const rows = compared.map(({ name, type }, index) => {
    const [was, is] = ['b', 'a'].map((row) => `${row}.${escapeIdentifier(name)}`) as [string, string]
    const cast = type === 'json' ? '::text' : ''
    const differs = `${was}${cast} is distinct from ${is}${cast}`
    return `(${index}, ${escapeLiteral(name)}, ${differs}, ${toJsonSql(was, type)}, ${toJsonSql(is, type)})`
  })
  return `(select json_object_agg(f.name, json_build_object('from', f.before, 'to', f.after) order by f.place)
    from (values ${rows.join(', ')}) f (place, name, differs, before, after) where f.differs)`
}

/** Builds SQL that formats a value as the API does. */
export const toJsonSql = (value: string, type: string) =>
  type.startsWith('timestamptz')
    ? `to_json(to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`
    : `to_json(${value})`
