import { count, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { type listQueue as contract, type QueueEntry, queueFields } from '#lib/contracts/app/queue.ts'
import { changeRisks } from '#lib/contracts/changes.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { Page } from '#lib/contracts/pages.ts'
import { changeStates } from '#lib/contracts/record-values.ts'
import { isSameEmail } from '#lib/domain/four-eyes/same-person.ts'
import { selectIncidentsOfChanges } from '#server/incidents/caused-incidents.ts'
import { findPeopleNames } from '#server/people/names.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { hasText, joinWithAnd, parseQuery } from '#server/platform/db/filter-sql.ts'
import { defineList, selectListPage } from '#server/platform/db/list.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { findOpenSteps } from '#server/reviews/completion.ts'
import { changes } from '#server/schema/changes.ts'
import { orderByList, orMinusInfinity } from '#server/schema/columns.ts'
import { dueOrNever, isOpenReview, reviews } from '#server/schema/reviews.ts'
import { clockPlaceholders, getClock, openFilterColumns, queueColumns, queueFilterColumns } from './columns.ts'
import { getImpliedReview, type ImpliedReview } from './implied-review.ts'

const ofChange = eq(reviews.changeNumber, changes.number)

/** Changes and their reviews, for a `from`. */
export const readsQueue = sql`${changes} left join ${reviews} on ${ofChange}`

/** A row of the queue: a change and its review, which may be missing. */
const queueList = defineList({
  table: changes,
  leftJoin: { table: reviews, on: ofChange },
  columns: queueColumns(clockPlaceholders),
  filterColumns: queueFilterColumns(clockPlaceholders),
  key: 'number',
  sort: '-created_at',
  // State and risk sort by rank; missing ends and due dates come last in the default order.
  sortColumns: {
    created_at: changes.createdAt,
    state: orderByList(changes.state, changeStates),
    risk: orderByList(changes.risk, changeRisks),
    actual_end: orMinusInfinity(changes.actualEnd),
    due_on: dueOrNever(reviews.dueOn),
  },
})

/** The queue for a filter that implies an open review, which reads the index of open reviews. */
const openQueueList = { ...queueList, filterColumns: openFilterColumns(clockPlaceholders) }

/** Conditions that are added to a filter that implies them, so that reviews are read by their indexes. */
export const impliedConditions: Readonly<Record<ImpliedReview, SQL | undefined>> = {
  open: isOpenReview,
  any: isNotNull(reviews.changeNumber),
  none: undefined,
}

/** Parses the filter of a request: its expression and its search of number and title. Throws `invalid_filter`. */
export const queueFilter = ({ query, search }: Pick<QueryOf<typeof contract>, 'query' | 'search'>) =>
  joinWithAnd([parseQuery(query, queueFields), search === undefined ? undefined : hasText(['number', 'title'], search)])

/**
 * Lists changes as rows of the queue, newest first unless sorted otherwise, with the status of their review and the
 * number of their incidents. Rows and total are from one snapshot. Throws `invalid_filter`.
 */
export async function listQueue(ctx: Context, input: QueryOf<typeof contract>): Promise<Page<QueueEntry>> {
  const { query, search, ...page } = input
  const filter = queueFilter({ query, search })
  const implied = getImpliedReview(filter)
  const { rows, total, next } = await selectListPage(ctx.db, implied === 'open' ? openQueueList : queueList, {
    ...page,
    filter,
    condition: impliedConditions[implied] && { key: implied, sql: impliedConditions[implied] },
    values: getClock(ctx),
  })
  const email = ctx.actor.kind === 'account' ? ctx.actor.email : null
  const isOwn = ({ reviewer }: (typeof rows)[number]) =>
    email !== null && reviewer !== null && isSameEmail(reviewer, email)
  const [counts, names, steps] = await Promise.all([
    countIncidents(
      ctx.db,
      rows.map(({ number }) => number),
    ),
    findPeopleNames(
      ctx.db,
      rows.flatMap(({ assigned_to: implementer, approved_by: approver }) => [implementer, approver]),
    ),
    findStepsOfBegun(ctx.db, rows.filter(isOwn)),
  ])
  const entries = rows.map((row) => ({
    ...row,
    assigned_to_name: names.of(row.assigned_to),
    approved_by_name: names.of(row.approved_by),
    incident_count: counts.get(row.number) ?? 0,
    open_step: steps.get(row.review_reference ?? '') ?? null,
  }))
  return { rows: entries, total, next: next ?? null }
}

/** Finds the open steps of the reviews among these that are in progress in the full form, by their references. */
export const findStepsOfBegun = (
  db: Queryable,
  rows: readonly Pick<QueueEntry, 'review_status' | 'form_kind' | 'review_reference'>[],
) =>
  findOpenSteps(
    db,
    rows.flatMap(({ review_status: status, form_kind: form, review_reference: reference }) =>
      status === 'in_progress' && form === 'full' && reference !== null ? reference : [],
    ),
  )

/**
 * Counts the incidents of each of these changes. Called only for the rows of one page, so that the cost does not grow
 * with the table.
 */
async function countIncidents(db: Queryable, numbers: readonly string[]): Promise<Map<string, number>> {
  if (numbers.length === 0) return new Map()
  const linked = selectIncidentsOfChanges(db, numbers)
  const rows = await db.select({ change: linked.change, total: count() }).from(linked).groupBy(linked.change)
  return new Map(rows.map(({ change, total }) => [change, total]))
}
