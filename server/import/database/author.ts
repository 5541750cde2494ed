import { type SQL, sql } from 'drizzle-orm'
import type { EntityType } from '#lib/actions/entity-kinds.ts'
import type { ComparedColumn, Target, TargetColumn } from '#server/import/targets/target.ts'
import { newId } from '#server/platform/ids.ts'
import type { ActorName } from '#server/platform/runtime/context.ts'
import { wasLiveSql } from '#server/reviews/policy/open-marked-review.ts'
import { changes } from '#server/schema/changes.ts'
import { auditEvents } from '#server/schema/history.ts'
import { policyDecisions } from '#server/schema/policy.ts'
import { reviews } from '#server/schema/reviews.ts'
import { staged, stagedRows } from './staging.ts'

/** The import that writes records, as the history names it; the identifier of an undo is `ID:undo`. */
export type ImportAuthor = {
  readonly importId: string
  readonly actor: ActorName
  readonly now: Date
}

export const toUndoId = (importId: string) => `${importId}:undo`

export const toNow = ({ now }: Pick<ImportAuthor, 'now'>): SQL => sql`${now.toISOString()}::timestamptz`

export const joinSql = (parts: readonly SQL[], separator: SQL = sql`, `): SQL => sql.join([...parts], separator)

/** Adds an entry for each row of `source`, of `key` and `changes`. Build it just before it runs: it gives the order. */
export function insertEvents(
  author: ImportAuthor,
  entity: EntityType,
  action: 'create' | 'update' | 'delete',
  source: 'inserted' | 'changed' | 'reversed' | 'removed',
  changedFields = sql`(select json_agg(field) from json_object_keys(written.changes) field)`,
): SQL {
  const { importId, actor, now } = author
  return sql`insert into ${auditEvents}
      (id, at, actor_kind, actor_id, actor_name, action, entity_type, entity_id, changes, changed_fields, request_id)
    select ${newId('evt', now)} || lpad(row_number() over (order by written.key)::text, 9, '0'),
      -- Later than all entries that others wrote for the record since the import began, as the history is read by time.
      greatest(${toNow(author)}, (select max(${auditEvents.at}) + interval '1 ms' from ${auditEvents}
        where ${auditEvents.entityType} = ${entity} and ${auditEvents.entityId} = written.key)),
      'import', ${actor.id}, ${actor.name}, ${action}, ${entity}, written.key, written.changes,
      ${changedFields}, ${importId}
    from ${sql.identifier(source)} written`
}

/** The changes `{field: {from, to}}` between the rows `before` and `after`; null if there are none. */
export function selectChanges(compared: readonly ComparedColumn[]): SQL {
  const fields = compared.map(({ name, type }, index) => {
    const was = sql`before.${sql.identifier(name)}`
    const is = sql`after.${sql.identifier(name)}`
    return sql`(${index}::int, ${name}, ${isDistinct(type, was, is)}, ${toJson(was, type)}, ${toJson(is, type)})`
  })
  return sql`(select json_object_agg(field.name, json_build_object('from', field.was, 'to', field.becomes) order by field.place)
    from (values ${joinSql(fields)}) field (place, name, differs, was, becomes) where field.differs)`
}

/** True if two values differ. The type json has no equality operator, so it is compared as text. */
export const isDistinct = (type: string, one: SQL, other: SQL): SQL => {
  const cast = type === 'json' ? sql`::text` : sql``
  return sql`(${one})${cast} is distinct from (${other})${cast}`
}

/** Formats a value as the API does. */
export const toJson = (value: SQL, type: string): SQL =>
  type.startsWith('timestamptz')
    ? sql`to_json(to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`
    : sql`to_json(${value})`

/** Lists the review fields of changes that the import of a person or a token may not write if `isProtected` holds. */
export const listProtectedColumns = ({ columns }: Target, { kind }: ActorName): readonly TargetColumn[] =>
  kind === 'account' || kind === 'token' ? columns.filter(({ isReviewField }) => isReviewField) : []

/** True if a change has a review of any status, or a decision of the policy. */
const hasReview = sql`exists (select from ${reviews} where ${reviews.changeNumber} = ${changes.number})
  or exists (select from ${policyDecisions} where ${policyDecisions.changeNumber} = ${changes.number})`

/** True if the author may not write the review fields of the change `staged`: it is or was to be reviewed here. */
export const isProtected = ({ kind }: ActorName): SQL => {
  const isOf = (condition: SQL) =>
    sql`exists (select from ${changes} where ${changes.number} = staged.number and (${condition}))`
  return kind === 'account'
    ? sql`(${sql.raw(wasLiveSql('staged'))} or ${isOf(sql`${hasReview} or ${changes.state} <> 'closed'`)})`
    : isOf(hasReview)
}

export type ProtectedChanges = { readonly count: number; readonly first: readonly string[] }
const maxNamed = 50

/** Selects the changes whose rows have other values for protected columns; undefined without such columns. */
export function selectProtectedChanges(target: Target, actor: ActorName): SQL | undefined {
  const columns = listProtectedColumns(target, actor)
  if (columns.length === 0) return undefined
  const differs = columns.map(
    (column) => sql`coalesce(${column.column}, ${getEmptyValue(column)}) is distinct from ${staged(column.name)}`,
  )
  return sql`with found as materialized (select distinct staged.number
      from ${stagedRows} staged left join ${changes} on ${changes.number} = staged.number
      where (${joinSql(differs, sql` or `)}) and ${isProtected(actor)})
    select (select count(*)::int from found) as count,
      array(select number from found order by number limit ${maxNamed}) as first`
}

/** Returns the value of a protected column in a new record. */
export const getEmptyValue = ({ type }: TargetColumn): SQL => (type === 'boolean' ? sql`false` : sql`null`)

export function describeProtected({ count, first }: ProtectedChanges): string[] {
  if (count === 0) return []
  const stayingChanges = `${count.toLocaleString('en')} ${count === 1 ? 'change' : 'changes'}`
  const more = count > first.length ? ` and ${(count - first.length).toLocaleString('en')} more` : ''
  return [
    `The review fields (pir_…) of ${stayingChanges} stay as they are: ${first.join(', ')}${more}. Hindsight reviews a change that is not closed, was not closed when it came, or has a review or a decision about one; a person completes that review, not an import.`,
  ]
}
