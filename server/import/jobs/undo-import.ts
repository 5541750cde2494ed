import { eq, type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { EntityType } from '#lib/actions/entity-kinds.ts'
import { importActions } from '#lib/actions/record-actions.ts'
import type { undoImport as contract } from '#lib/contracts/app/imports.ts'
import type { ResponseOf } from '#lib/contracts/endpoint.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { type ImportAuthor, insertEvents, joinSql, toJson, toNow, toUndoId } from '#server/import/database/author.ts'
import { listColumnsBesides } from '#server/import/database/merge.ts'
import { keySql } from '#server/import/database/staging.ts'
import { allTargets } from '#server/import/targets/all-targets.ts'
import type { ComparedColumn, Target } from '#server/import/targets/target.ts'
import { inWatchedTransaction } from '#server/platform/audit/long-transaction.ts'
import { listDifferences, recordEvent } from '#server/platform/audit/record-event.ts'
import { openPlainPool } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { reconsiderImported } from '#server/reviews/commands/reconsider-imported.ts'
import { articles, lessonMarks } from '#server/schema/articles.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { users } from '#server/schema/directory.ts'
import { auditEvents } from '#server/schema/history.ts'
import { imports, recordOrigins } from '#server/schema/imports.ts'
import { improvements } from '#server/schema/improvements.ts'
import { policyDecisions } from '#server/schema/policy.ts'
import { requesterQuestions, reviewComments, reviewSteps, reviews } from '#server/schema/reviews.ts'
import { lockImport } from './queries.ts'

type UndoResult = ResponseOf<typeof contract>

const maxListed = 1000

/** Lists the targets that an import may have written, those that refer to others first. */
const listTargets = (kind: ImportKind): readonly Target[] =>
  kind === 'incidents' ? [allTargets.incidents, allTargets.changes] : [allTargets[kind]]

/**
 * Restores the previous values of updated records and deletes inserted ones, in one transaction. Records that were
 * edited since then, or to which others refer, stay and are listed. Throws `conflict` for an import that wrote nothing
 * or was undone.
 */
export async function undoImport(ctx: Context, id: string): Promise<UndoResult> {
  // Runs outside the transaction of an `Idempotency-Key`. A large import takes longer than the limit of the shared
  // pool.
  const { pool, close } = openPlainPool('rollback' in ctx.db ? getRuntime().db : ctx.db, { statementTimeout: 0 })
  try {
    return await inWatchedTransaction(drizzle(pool), (tx) => undoInTransaction({ ...ctx, db: tx }, id))
  } finally {
    await close()
  }
}

async function undoInTransaction(txCtx: TxContext, id: string): Promise<UndoResult> {
  const tx = txCtx.db
  await tx.execute(sql`set local statement_timeout = 0`)
  const row = await lockImport(txCtx, id)
  if (row.undoneAt !== null) throw new AppError('conflict', `This import was undone by ${row.undoneBy}.`)
  if (row.status !== 'done' || row.isDryRun) throw new AppError('conflict', 'This import has written nothing.')
  const undone: UndoResult = { restored: 0, deleted: 0, kept: 0, kept_records: [] }
  if (row.kind === 'accounts')
    throw new AppError('conflict', 'Accounts stay once they are added. Disable those that should not sign in.')
  for (const target of listTargets(row.kind)) await undoTarget(txCtx, id, target, undone)
  await reconsiderImported({ ...txCtx, requestId: toUndoId(id) })
  const undoneAt = txCtx.now.toISOString()
  await tx.update(imports).set({ undoneAt, undoneBy: txCtx.actor.name }).where(eq(imports.id, id))
  const { kept_records: _, ...counts } = undone
  const changes = listDifferences({}, { file: row.fileName, undone_at: undoneAt, ...counts })
  await recordEvent(txCtx, importActions.undone, id, changes)
  return undone
}

async function undoTarget(ctx: TxContext, importId: string, target: Target, undone: UndoResult) {
  const statements = buildUndoStatements(target, { importId, actor: ctx.actor, now: ctx.now })
  const run = (statement: SQL) => ctx.db.execute(statement)
  const count = async (build: () => SQL) => (await run(build())).rowCount ?? 0
  await run(statements.lock)
  await run(statements.list)
  await run(statements.analyze)
  for (const drop of statements.dropReviews) await count(drop)
  undone.restored += await count(statements.restore)
  undone.deleted += await count(statements.remove)
  await run(statements.forgetOrigins)
  const { rows } = await run(statements.kept)
  const entity = target.historyName
  undone.kept += rows.length
  undone.kept_records.push(
    ...rows
      .slice(0, maxListed - undone.kept_records.length)
      .map(({ key, reason }) => ({ entity, key: String(key), reason: String(reason) })),
  )
  await run(statements.finish)
}

/** The temporary table of the records that an import wrote, with the reason why one stays. A row is `written`. */
const undoTable = sql.identifier('undo_entries')

/** A review that the policy created for a change since the import, and that an undo deletes. */
const isReviewSince = sql`${reviews.changeNumber} = ${changes.number}
  and (${reviews.createdAt} >= entry.at or entry.action = 'create')`

/** A review that the policy opened and nobody has changed. */
const isUntouchedReview = sql`${reviews.status} = 'not_started' and ${reviews.origin} = 'policy'
  and not exists (select from ${reviewComments} where ${reviewComments.reference} = ${reviews.reference})
  and not exists (select from ${requesterQuestions} where ${requesterQuestions.reference} = ${reviews.reference})
  and not exists (select from ${auditEvents} where ${auditEvents.entityType} = 'review'
    and ${auditEvents.entityId} = ${reviews.reference} and ${auditEvents.actorKind} <> 'system')`

const isCreated = sql`entry.action = 'create'`
const existsWhere = (table: PgTable, condition: SQL) => sql`exists (select from ${table} where ${condition})`

const sourceKey = keySql(sql`${improvements.sourceRef}`)

type Reason = readonly [condition: SQL, reason: string]

/** Conditions under which a record, written by the row `entry` of the history, stays, with the reason of each. */
const reasonsByEntity: Partial<Record<EntityType, readonly Reason[]>> = {
  change: [
    [existsWhere(reviews, sql`${isReviewSince} and not (${isUntouchedReview})`), 'its review has begun'],
    [
      sql`entry.changes #>> '{pir_completed,to}' = 'true'
        and ${existsWhere(reviews, sql`${reviews.changeNumber} = ${changes.number} and ${reviews.status} = 'completed'`)}`,
      'its review is completed',
    ],
    [
      sql`${existsWhere(improvements, sql`${sourceKey} in (${keySql(sql`${changes.number}`)}, ${keySql(sql`${changes.pirReference}`)}) and ${isCreated}`)}
        or ${existsWhere(improvements, sql`${sourceKey} = ${keySql(sql`(entry.changes #>> '{pir_reference,to}')`)}`)}
        or exists (select from ${reviews} join ${improvements} on ${sourceKey} = ${keySql(sql`${reviews.reference}`)}
          where ${isReviewSince})`,
      'improvements refer to it',
    ],
    [
      sql`${isCreated} and (${existsWhere(incidents, sql`${incidents.relatedChange} = ${changes.number}`)}
        or ${existsWhere(incidents, sql`${incidents.causedByChange} = ${changes.number}`)}
        or ${existsWhere(articles, sql`${articles.sourceChange} = ${changes.number}`)})`,
      'other records refer to it',
    ],
    [existsWhere(reviews, sql`${isReviewSince} and ${reviews.needsSignOff}`), 'its review needs a sign-off'],
  ],
  article: [
    [
      sql`${isCreated} and ${existsWhere(lessonMarks, sql`${lessonMarks.article} = ${articles.id}`)}`,
      'changes marked it as applied or not',
    ],
  ],
  incident: [
    [
      sql`${isCreated} and (${incidents.causedByChange} is not null
        or ${existsWhere(improvements, sql`${sourceKey} = ${keySql(sql`${incidents.number}`)}`)})`,
      'other records refer to it',
    ],
    [
      sql`${isCreated} and ${existsWhere(
        reviewSteps,
        sql`${reviewSteps.step} = 'incidents' and jsonb_path_query_array(${reviewSteps.form}::jsonb,
          '$.decisions[*].incident') @> jsonb_build_array(${incidents.number})`,
      )}`,
      'a review decided about it',
    ],
  ],
  user: [
    [
      sql`${isCreated} and (${existsWhere(changes, sql`${changes.assignedTo} = ${users.email}`)}
        or ${users.email} in (select ${changes.requestedBy} from ${changes} where ${changes.requestedBy} is not null)
        or ${users.email} in (select ${changes.approvedBy} from ${changes} where ${changes.approvedBy} is not null)
        or ${existsWhere(reviews, sql`${reviews.reviewer} = ${users.email}`)}
        or ${users.email} in (select ${improvements.owner} from ${improvements}))`,
      'other records refer to it',
    ],
  ],
}

/** A change that was closed before the import awaits a decision again, else its review might never be required. */
const decideAgain = sql`again as (update ${changes} set awaits_decision = true
  from gone join ${undoTable} written on written.key = gone.change_number
  where ${changes.number} = written.key and coalesce(written.changes #>> '{state,from}', ${changes.state}) = 'closed'),`

function buildUndoStatements(target: Target, author: ImportAuthor) {
  const { table, historyName } = target
  const { importId } = author
  const keyName = sql.identifier(target.key)
  const key = sql`${table}.${keyName}`
  const columns = [
    ...target.columns.filter(({ name, isStubMark }) => name !== target.key && !isStubMark),
    ...listColumnsBesides(target),
  ]
  // Later steps, such as the decision of the policy, set derived columns too.
  const compared = columns.filter((column) => !target.derived.some(({ name }) => name === column.name))
  const byUndo = { ...author, importId: toUndoId(importId) }
  const entries = sql`${auditEvents} entry where entry.request_id = ${importId} and entry.actor_kind = 'import'
    and entry.entity_type = ${historyName} and entry.action in ('create', 'update')`
  const isEdited = sql`exists (select from ${auditEvents} later
      where later.entity_type = ${historyName} and later.entity_id = entry.entity_id
      and later.transaction_id >= entry.transaction_id
      and later.action_name is distinct from 'lesson_marked'
      and not (later.actor_kind = 'import' and later.request_id = ${importId}))
    or (${joinSql(compared.map(hasOtherValue), sql` or `)})`
  const reasons = (reasonsByEntity[historyName] ?? []).map(([when, reason]) => sql`when ${when} then ${reason}`)
  const isUndone = (action: 'create' | 'update') =>
    sql`written.key = ${key} and written.action = ${action} and written.reason is null`
  const sets = [
    ...columns.map((column) => sql`${sql.identifier(column.name)} = ${getEarlierValue(column)}`),
    ...target.stamps.onUpdate.flatMap((column) => {
      if (column.name === 'updated_at') return [sql`updated_at = ${toNow(author)}`]
      return column.name === 'version' ? [sql`version = ${column} + 1`] : []
    }),
  ]
  const removed = [{ name: target.key, type: 'text' }, ...columns].map(({ name, type }) => {
    const value = sql`gone.${sql.identifier(name)}`
    return sql`(${name}, ${toJson(value, type)}, ${value} is not null)`
  })
  return {
    lock: sql`with locked as materialized (select ${key} from ${table}
        where ${key} in (select entry.entity_id from ${entries}) order by ${key} for update of ${table})
      select count(*) from locked`,
    list: sql`create temp table ${undoTable} on commit drop as
      select entry.entity_id as key, entry.action, entry.changes, entry.at,
        case when ${key} is null then 'deleted since' when ${isEdited} then 'edited since' ${joinSql(reasons, sql` `)}
        end as reason
      from (select entry.* from ${entries}) entry left join ${table} on ${key} = entry.entity_id`,
    analyze: sql`analyze ${undoTable}`,
    dropReviews:
      historyName === 'change'
        ? [
            () => forget(byUndo, 'review', reviews, ['reference', 'created_at']),
            () => forget(byUndo, 'policy_decision', policyDecisions, ['change_number', 'decided_at'], decideAgain),
          ]
        : [],
    restore: () => sql`with restored as (update ${table} set ${joinSql(sets)}
        from ${undoTable} written where ${isUndone('update')} returning ${key} as key, written.changes),
      reversed as (select key, (select json_object_agg(field.key,
          json_build_object('from', field.value->'to', 'to', field.value->'from'))
        from json_each(changes) field) as changes from restored)
      ${insertEvents(byUndo, historyName, 'update', 'reversed')}`,
    remove: () => sql`with gone as (delete from ${table} using ${undoTable} written
        where ${isUndone('create')} returning ${table}.*),
      removed as (select gone.${keyName} as key,
        (select json_object_agg(field.name, json_build_object('from', field.value, 'to', null))
        from (values ${joinSql(removed)}) field (name, value, is_set) where field.is_set) as changes from gone)
      ${insertEvents(byUndo, historyName, 'delete', 'removed')}`,
    /** A record that stays as the import wrote it keeps its origin. */
    forgetOrigins: sql`delete from ${recordOrigins} using ${undoTable} written
      where ${recordOrigins.kind} = ${historyName} and ${recordOrigins.number} = written.key
        and ${recordOrigins.sourceId} = ${importId} and written.reason is null`,
    kept: sql`select key, reason from ${undoTable} where reason is not null order by key`,
    finish: sql`drop table ${undoTable}`,
  }
}

/** Deletes reviews or decisions of the policy that resulted from the import. */
function forget(
  byUndo: ImportAuthor,
  entity: EntityType,
  table: PgTable,
  [id, madeAt]: readonly [id: string, madeAt: string],
  more: SQL = sql``,
): SQL {
  return sql`with gone as (delete from ${table} using ${undoTable} written
      where ${table}.change_number = written.key and written.reason is null
        and ${table}.${sql.identifier(madeAt)} >= written.at
      returning ${table}.${sql.identifier(id)} as key, ${table}.change_number),
    ${more} removed as (select key,
      json_build_object('change_number', json_build_object('from', change_number, 'to', null)) as changes from gone)
    ${insertEvents(byUndo, entity, 'delete', 'removed')}`
}

/** The value of a field in the entry of the history that the import wrote. */
const getWritten = (row: 'entry' | 'written', name: string, side: 'from' | 'to') =>
  sql`(${sql.identifier(row)}.changes #> ${`{${name},${side}}`}::text[])`

function hasOtherValue({ column, name, type }: ComparedColumn): SQL {
  const value = getWritten('entry', name, 'to')
  return sql`${value}::text is distinct from (case when ${value} is null then null
    else coalesce(${toJson(sql`${column}`, type)}::text, 'null') end)`
}

/** The value before the import; the current one if the import did not change it. */
function getEarlierValue({ column, name, type }: ComparedColumn): SQL {
  const json = getWritten('written', name, 'from')
  const value = type.endsWith('[]')
    ? sql`array(select json_array_elements_text(${json}))`
    : type === 'json'
      ? json
      : sql`(${json} #>> '{}')::${sql.raw(type.replace(' collate "C"', ''))}`
  return sql`case when ${json} is null then ${column} when json_typeof(${json}) = 'null' then null else ${value} end`
}
