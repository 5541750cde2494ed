import { escapeIdentifier, escapeLiteral } from 'pg'
import type { EntityType } from '#lib/actions/entity-kinds.ts'
import {
  buildEventInsertion,
  type ComparedColumn,
  type ImportAuthor,
  toJsonSql,
  toUndoId,
} from '#server/import/database/history-statements.ts'
import { listColumnsBesides } from '#server/import/database/merge-statements.ts'
import { keySql } from '#server/import/database/resolve-numbers.ts'
import type { Target } from '#server/import/targets/target.ts'

/**
 * The temporary table of the records that an import wrote, with its effect and the reason why a record stays, if any.
 */
const undoTable = 'undo_entries'

/** SQL for a review that the policy created for a change since the import, and that an undo deletes. */
const isReviewSince = `r.change_number = t.number and (r.created_at >= e.at or e.action = 'create')`

/** SQL for a review that the policy opened and nobody has changed. */
const untouchedReview = `r.status = 'not_started' and r.origin = 'policy'
  and not exists (select from review_comments c where c.reference = r.reference)
  and not exists (select from requester_questions q where q.reference = r.reference)
  and not exists (select from audit_events v
    where v.entity_type = 'review' and v.entity_id = r.reference and v.actor_kind <> 'system')`

/** SQL for the source of an action, in a normalised spelling. */
const sourceKey = keySql('i.source_ref')

/**
 * Conditions under which the record `t`, written by the entry `e`, stays, with the reason of each, by entity in the
 * history.
 */
const reasonsByEntity: Readonly<Record<string, readonly (readonly [condition: string, reason: string])[]>> = {
  change: [
    [`exists (select from reviews r where ${isReviewSince} and not (${untouchedReview}))`, 'its review has begun'],
    [
      `e.changes #>> '{pir_completed,to}' = 'true'
        and exists (select from reviews r where r.change_number = t.number and r.status = 'completed')`,
      'its review is completed',
    ],
    [
      `exists (select from improvements i where ${sourceKey} in (${keySql('t.number')}, ${keySql('t.pir_reference')}) and e.action = 'create')
        or exists (select from improvements i where ${sourceKey} = ${keySql(`(e.changes #>> '{pir_reference,to}')`)})
        or exists (select from reviews r join improvements i on ${sourceKey} = ${keySql('r.reference')} where ${isReviewSince})`,
      'improvements refer to it',
    ],
    [
      `e.action = 'create' and (exists (select from incidents i where i.related_change = t.number)
        or exists (select from incidents i where i.caused_by_change = t.number)
        or exists (select from articles a where a.source_change = t.number))`,
      'other records refer to it',
    ],
    [`exists (select from reviews r where ${isReviewSince} and r.needs_sign_off)`, 'its review needs a sign-off'],
  ],
  incident: [
    [
      `e.action = 'create' and (t.caused_by_change is not null
        or exists (select from improvements i where ${sourceKey} = ${keySql('t.number')}))`,
      'other records refer to it',
    ],
    [
      `e.action = 'create' and exists (select from review_steps s where s.step = 'incidents'
        and jsonb_path_query_array(s.form::jsonb, '$.decisions[*].incident') @> jsonb_build_array(t.number))`,
      'a review decided about it',
    ],
  ],
  article: [],
  user: [
    [
      `e.action = 'create' and (exists (select from changes c where c.assigned_to = t.email)
        or t.email in (select c.requested_by from changes c where c.requested_by is not null)
        or t.email in (select c.approved_by from changes c where c.approved_by is not null)
        or exists (select from reviews r where r.reviewer = t.email)
        or t.email in (select i.owner from improvements i))`,
      'other records refer to it',
    ],
  ],
}

/**
 * A change that was closed before the import awaits a decision again, as its review might never be required otherwise.
 */
const decideAgain = `again as (update changes c set awaits_decision = true from gone join ${undoTable} u on u.key = gone.change_number
  where c.number = u.key and coalesce(u.changes #>> '{state,from}', c.state) = 'closed'),`

/** Builds the SQL that undoes the effects of an import on the records of a target. */
export function buildUndoStatements(target: Target, author: ImportAuthor) {
  const table = escapeIdentifier(target.table)
  const key = escapeIdentifier(target.key)
  const entity = escapeLiteral(target.historyName)
  const importId = escapeLiteral(author.importId)
  const now = `'${author.now.toISOString()}'::timestamptz`
  const columns = [
    ...target.columns.filter(({ name, isStubMark }) => name !== target.key && !isStubMark),
    ...listColumnsBesides(target),
  ]
  // Later steps, such as the decision of the policy, set derived columns too.
  const compared = columns.filter((column) => !target.derived.some(({ name }) => name === column.name))
  const byUndo = { ...author, importId: toUndoId(author.importId) }
  const events = `audit_events e where e.request_id = ${importId} and e.actor_kind = 'import'
    and e.entity_type = ${entity} and e.action in ('create', 'update')`
  const isEdited = `exists (select from audit_events l where l.entity_type = ${entity} and l.entity_id = e.entity_id
      and l.transaction_id >= e.transaction_id and not (l.actor_kind = 'import' and l.request_id = ${importId}))
    or (${compared.map(hasOtherValue).join(' or ')})`
  const isUndone = (action: string) => `u.key = t.${key} and u.action = '${action}' and u.reason is null`
  const sets = [
    ...columns.map((column) => `${escapeIdentifier(column.name)} = ${buildEarlierValue(column)}`),
    ...(target.stamps.onUpdate.includes('updated_at') ? [`updated_at = ${now}`] : []),
    ...(target.stamps.onUpdate.includes('version') ? ['version = t.version + 1'] : []),
  ]
  const removed = [{ name: target.key, type: 'text' }, ...columns].map(
    ({ name, type }) =>
      `(${escapeLiteral(name)}, ${toJsonSql(`g.${escapeIdentifier(name)}`, type)}, g.${escapeIdentifier(name)} is not null)`,
  )
  return {
    lock: `with locked as materialized (select t.${key} from ${table} t
        where t.${key} in (select e.entity_id from ${events}) order by t.${key} for update of t)
      select count(*) from locked`,
    list: `create temp table ${undoTable} on commit drop as
      select e.entity_id as key, e.action, e.changes, e.at,
        case when t.${key} is null then 'deleted since' when ${isEdited} then 'edited since'
          ${(reasonsByEntity[target.historyName] ?? []).map(([when, reason]) => `when ${when} then ${escapeLiteral(reason)}`).join(' ')}
        end as reason
      from (select e.* from ${events}) e left join ${table} t on t.${key} = e.entity_id`,
    analyze: `analyze ${undoTable}`,
    dropReviews:
      target.historyName === 'change'
        ? [
            forgetting('reviews', 'reference', 'created_at', 'review'),
            forgetting('policy_decisions', 'change_number', 'decided_at', 'policy_decision', decideAgain),
          ]
        : [],
    restore: (eventId: string) => `with restored as (update ${table} t set ${sets.join(', ')}
        from ${undoTable} u where ${isUndone('update')} returning t.${key} as key, u.changes),
      reversed as (select key, (select json_object_agg(c.key, json_build_object('from', c.value->'to', 'to', c.value->'from'))
        from json_each(changes) c) as changes from restored)
      ${buildEventInsertion(byUndo, target.historyName, 'update', 'reversed', eventId)}`,
    remove: (eventId: string) => `with gone as (delete from ${table} t using ${undoTable} u
        where ${isUndone('create')} returning t.*),
      removed as (select g.${key} as key, (select json_object_agg(f.name, json_build_object('from', f.value, 'to', null))
        from (values ${removed.join(', ')}) f (name, value, is_set) where f.is_set) as changes from gone g)
      ${buildEventInsertion(byUndo, target.historyName, 'delete', 'removed', eventId)}`,
    /** A record that stays as the import wrote it keeps its origin. */
    forgetOrigins: `delete from record_origins o using ${undoTable} u
      where o.kind = ${entity} and o.number = u.key and o.source_id = ${importId} and u.reason is null`,
    kept: `select key, reason from ${undoTable} where reason is not null order by key`,
    finish: `drop table ${undoTable}`,
  }

  /** Builds SQL that deletes reviews or decisions of the policy that resulted from the import. */
  function forgetting(from: string, id: string, madeAt: string, name: EntityType, more = '') {
    return (eventId: string) => `with gone as (delete from ${from} r using ${undoTable} u
        where r.change_number = u.key and u.reason is null and r.${madeAt} >= u.at returning r.${id} as key, r.change_number),
      ${more} removed as (select key, json_build_object('change_number', json_build_object('from', change_number, 'to', null)) as changes from gone)
      ${buildEventInsertion(byUndo, name, 'delete', 'removed', eventId)}`
  }
}

/** Builds SQL that is true if a record has another value than the one that the import wrote. */
function hasOtherValue({ name, type }: ComparedColumn): string {
  const writtenValue = `e.changes #> ${escapeLiteral(`{${name},to}`)}`
  return `(${writtenValue})::text is distinct from (case when ${writtenValue} is null then null
    else coalesce(${toJsonSql(`t.${escapeIdentifier(name)}`, type)}::text, 'null') end)`
}

/** Builds SQL for the value before the import; the current one if the import did not change it. */
function buildEarlierValue({ name, type }: ComparedColumn): string {
  const json = `(u.changes #> ${escapeLiteral(`{${name},from}`)})`
  const text = `(u.changes #>> ${escapeLiteral(`{${name},from}`)})`
  const value = type.endsWith('[]')
    ? `array(select json_array_elements_text(${json}))`
    : type === 'json'
      ? json
      : `${text}::${type.replace(' collate "C"', '')}`
  const current = `t.${escapeIdentifier(name)}`
  return `case when ${json} is null then ${current} when json_typeof(${json}) = 'null' then null else ${value} end`
}
