import { and, desc, eq, gt, gte, lt, or, type SQL, sql } from 'drizzle-orm'
import * as contract from '#lib/contracts/app/history.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { Page, PageRequest } from '#lib/contracts/pages.ts'
import { containsText } from '#server/platform/db/filter-sql.ts'
import { findNumber } from '#server/platform/db/find-record.ts'
import { recordColumns } from '#server/platform/db/record-columns.ts'
import { selectPage } from '#server/platform/db/select-page.ts'
import { invalidField, notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { articles } from '#server/schema/articles.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { numberKeySql } from '#server/schema/columns.ts'
import { auditEvents, removedSource } from '#server/schema/history.ts'
import { improvements } from '#server/schema/improvements.ts'
import { reviewSteps, reviews } from '#server/schema/reviews.ts'
import { isEntryOfRecords } from './entries-of-record.ts'
import { attachNames } from './names.ts'

const columns = recordColumns(auditEvents, contract.HistoryEvent.omit({ names: true }).keyof().options)

/** Lists the history of writes, newest first. Throws `invalid_parameter` when `from` is after `to`. */
export function listHistory(
  ctx: Context,
  input: QueryOf<typeof contract.listHistory>,
): Promise<Page<contract.HistoryEvent>> {
  const { from, to } = input
  if (from !== undefined && to !== undefined && Date.parse(from) > Date.parse(to)) {
    throw invalidField('from', 'query', 'must not be after to')
  }
  const where = and(
    input.entity_type === undefined ? undefined : eq(auditEvents.entityType, input.entity_type),
    input.entity_id === undefined ? undefined : eq(auditEvents.entityId, input.entity_id),
    input.actor === undefined ? undefined : containsText(auditEvents.actorName, input.actor),
    input.action === undefined ? undefined : eq(auditEvents.action, input.action),
    from === undefined ? undefined : gte(auditEvents.at, from),
    to === undefined ? undefined : lt(auditEvents.at, to),
    input.request_id === undefined ? undefined : eq(auditEvents.requestId, input.request_id),
  )
  return selectEvents(ctx, where, input)
}

/**
 * Lists the history of a change and of its policy decision, review, improvements and lessons, newest first. It includes
 * removed improvements and the time before the change was renumbered. Throws `not_found`.
 */
export async function listChangeHistory(
  ctx: Context,
  number: string,
  input: PageRequest,
): Promise<Page<contract.HistoryEvent>> {
  const stored = await findNumber(ctx.db, changes.number, number)
  const page = await selectEvents(ctx, isAboutChange(stored ?? number), input)
  if (page.total === 0 && stored === null) throw notFound('change', number)
  return page
}

/** Lists the history of an incident, also from before it was renumbered, newest first. Throws `not_found`. */
export async function listIncidentHistory(
  ctx: Context,
  number: string,
  input: PageRequest,
): Promise<Page<contract.HistoryEvent>> {
  const stored = await findNumber(ctx.db, incidents.number, number)
  const page = await selectEvents(ctx, isEntryOfRecords(sql`select 'incident', ${stored ?? number}::text`), input)
  if (page.total === 0 && stored === null) throw notFound('incident', number)
  return page
}

/** Maximum writes that a signer is shown. */
const maxSinceSubmission = 100

/**
 * Lists the writes since a review was submitted to what its signer judges, newest first, at most 100: to the change, to
 * the incidents that name or named it, to the reasons of the review, and to its actions. A write also counts by its
 * transaction: an import that began before the submission may write after it.
 */
export async function listWritesSinceSubmission(
  ctx: Context,
  { change_number: number, reference, submitted_at: submittedAt }: SubmittedReview,
): Promise<contract.HistoryEvent[]> {
  const submission = sql`(
    select submission.transaction_id from ${auditEvents} submission
    where submission.entity_type = 'review' and submission.entity_id = ${reference}
      and submission.changes #>> '{status,to}' = 'awaiting_sign_off'
    order by submission.at desc, submission.id desc
    limit 1
  )`
  const isSince = or(
    submittedAt === null ? undefined : gt(auditEvents.at, submittedAt),
    sql`${auditEvents.transactionId} > ${submission}`,
  )
  const { rows } = await selectEvents(ctx, and(isOfJudged(number, reference), isSince), {
    page: 1,
    limit: maxSinceSubmission,
  })
  return rows
}

/** Fields of an incident that decide whether and how it counts for a change. */
const incidentFields = sql`array['related_change', 'caused_by_change', 'priority', 'priority_level']`

/**
 * Condition for writes to what a signer judges, with one index scan per record. A submitted review had decided on each
 * of its incidents.
 */
function isOfJudged(number: string, reference: string): SQL {
  const { entityType: type, changes } = auditEvents
  return sql`${isEntryOfRecords(sql`
      select 'change', ${number}::text
      union select 'review', ${reference}::text
      union select 'improvement', i.id from ${improvements} i where i.source_ref = ${reference}
      union select 'improvement', removed.entity_id from ${auditEvents} removed
        where removed.entity_type = 'improvement' and removed.action = 'delete'
          and ${removedSource(sql`removed.changes`)} = ${reference}
      union select 'incident', i.number from ${incidents} i where i.related_change = ${number}
      union select 'incident', i.number from ${incidents} i where i.caused_by_change = ${number}
      union select 'incident', decided ->> 'incident' from ${reviewSteps} s, json_array_elements(s.form -> 'decisions') decided
        where s.reference = ${reference} and s.step = 'incidents'`)}
    and (${type} <> 'review' or ${changes} -> 'reasons' is not null)
    and (${type} <> 'incident' or ${auditEvents.action} <> 'update'
      or exists (select from json_object_keys(${changes}) field where field = any(${incidentFields})))`
}

type SubmittedReview = Pick<Review, 'change_number' | 'reference' | 'submitted_at'>

async function selectEvents(
  ctx: Context,
  where: SQL | undefined,
  page: PageRequest,
): Promise<Page<contract.HistoryEvent>> {
  const orderBy = [desc(auditEvents.at), desc(auditEvents.id)]
  const { rows, total } = await selectPage(ctx.db, { from: auditEvents, columns, where, orderBy, page })
  return { rows: await attachNames(ctx.db, rows), total }
}

/**
 * Condition for the entries of a change and its dependent records, with one index scan per record, however long the
 * history.
 */
function isAboutChange(number: string): SQL {
  return isEntryOfRecords(sql`
    with reference(value) as (
      select ${reviews.reference} from ${reviews} where ${reviews.changeNumber} = ${number}
      union
      select ${changes.pirReference} from ${changes} where ${changes.number} = ${number}
    )
    select 'change', ${number}::text
    union
    select 'policy_decision', ${number}::text
    union
    select 'review', value from reference
    union
    select 'improvement', ${improvements.id} from reference join ${improvements} on ${numberKeySql(improvements.sourceRef)} = ${numberKeySql(sql`value`)}
    union
    select 'improvement', removed.entity_id from reference join ${auditEvents} removed
      on removed.entity_type = 'improvement' and removed.action = 'delete' and ${removedSource(sql`removed.changes`)} = value
    union
    select 'article', ${articles.id} from ${articles} where ${articles.sourceChange} = ${number}
    union
    select 'article', ${articles.id} from reference join ${articles} on ${articles.sourcePir} = value`)
}
