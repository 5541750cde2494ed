import { and, count, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { type listQueue as contract, type QueueEntry, queueFields } from '#lib/contracts/app/queue.ts'
import { changeRisks, changeStates } from '#lib/contracts/changes.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { Page } from '#lib/contracts/pages.ts'
import { changeColumns, fewValuedOfChange } from '#server/changes/columns.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/client.ts'
import { orMinusInfinity, rankOf } from '#server/db/columns.ts'
import type { FilterColumns } from '#server/db/filter-sql.ts'
import type { ListPart } from '#server/db/kept-list.ts'
import { listOrder } from '#server/db/order-by.ts'
import { parseQuery, shapeWhere } from '#server/db/parse-where.ts'
import { changes } from '#server/db/schema/changes.ts'
import { dueOrNever, reviews } from '#server/db/schema/reviews.ts'
import { selectKeptPage } from '#server/db/select-kept-page.ts'
import { talliedBy } from '#server/db/tally.ts'
import { incidentsOfChanges } from '#server/incidents/caused-incidents.ts'
import { findPeopleNames } from '#server/users/names.ts'
import { clockOf, clockPlaceholders, openFilterColumns, queueColumns, queueFilterColumns } from './columns.ts'
import { type ImpliedReview, impliedReview } from './implied-review.ts'

/** State and risk sort by their rank, what has not ended comes last when the latest come first, and what has no due date last. */
const sortColumns = {
  ...changeColumns,
  state: rankOf(changes.state, changeStates),
  risk: rankOf(changes.risk, changeRisks),
  actual_end: orMinusInfinity(changes.actualEnd),
  due_on: dueOrNever(reviews.dueOn),
}

/** By due date: what has a review, as an index has it, and what has none, which is due never. */
const partsByDue: readonly ListPart[] = [
  {
    from: reviews,
    where: () => sql`exists (select from ${changes} where ${changes.number} = ${reviews.changeNumber})`,
    key: sortColumns.due_on,
    identifier: reviews.changeNumber,
    isLast: false,
  },
  {
    from: changes,
    where: (isAsked) => sql`not exists (
      select from ${reviews} where ${reviews.changeNumber} = ${changes.number} and ${isAsked(reviews.changeNumber)}
    )`,
    key: sql`'infinity'::date`,
    identifier: changes.number,
    isLast: true,
  },
]

/** What is said beside a filter that implies it, so that the reviews are read by their indexes. */
const impliedConditions: Readonly<Record<ImpliedReview, SQL | undefined>> = {
  open: sql`${reviews.status} <> 'completed'`,
  any: isNotNull(reviews.changeNumber),
  none: undefined,
}

/** Keys that no write alters. */
const steadySorts = new Set(['number', '-number', 'created_at', '-created_at'])

/**
 * Changes as rows of the queue, newest first unless sorted otherwise, with where their review stands and how many
 * incidents they have. Rows and total are from one snapshot. Throws `invalid_filter`.
 */
export async function listQueue(ctx: Context, input: QueryOf<typeof contract>): Promise<Page<QueueEntry>> {
  const { sort = '-created_at' } = input
  const { day, at } = clockOf(ctx.now)
  const tree = parseQuery(input.query, queueFields)
  const implied = impliedReview(tree)
  const filterColumns = (implied === 'open' ? openFilterColumns : queueFilterColumns)(clockPlaceholders)
  const filter = shapeWhere(tree, filterColumns, 'filter')
  const search = searchCondition(input.search, filterColumns)
  const isFiltered = input.query !== undefined || input.search !== undefined
  const needsReviews = isFiltered || sort.endsWith('due_on')
  const list = {
    lists: needsReviews ? (['changes', 'reviews'] as const) : (['changes'] as const),
    shape: {
      key: `queue ${sort} ${filter.key} ${search.key} ${implied}`,
      values: { ...filter.values, ...search.values, ...(isFiltered && { day }) },
    },
    others: { day, at },
    isFiltered,
    isFoundOnce: filter.isByTrigrams || search.isByTrigrams,
    tallied: input.search === undefined ? talliedBy('changes', tree, fewValuedOfChange) : undefined,
    isSteady: steadySorts.has(sort),
    build: () => ({
      from: changes,
      leftJoin: { table: reviews, on: eq(reviews.changeNumber, changes.number) },
      columns: queueColumns(clockPlaceholders),
      where: and(impliedConditions[implied], filter.where(), search.where()),
      order: listOrder(sort, sortColumns, changes.number),
      ...(!isFiltered && sort.endsWith('due_on') && { parts: partsByDue }),
    }),
  }
  const { rows, total } = await selectKeptPage(ctx.db, list, input)
  const [counts, names] = await Promise.all([
    countIncidents(
      ctx.db,
      rows.map(({ number }) => number),
    ),
    findPeopleNames(
      ctx.db,
      rows.map(({ assigned_to: email }) => email),
    ),
  ])
  const entries = rows.map((row) => ({
    ...row,
    assigned_to_name: names.of(row.assigned_to),
    incident_count: counts.get(row.number) ?? 0,
  }))
  return { rows: entries, total }
}

/** Holds where number or title contains the text, whatever the case: the filter language's own `~`. */
function searchCondition(search: string | undefined, columns: FilterColumns) {
  const contains = (field: 'number' | 'title', text: string) =>
    ({ kind: 'comparison', field, type: 'text', operator: '~', values: [text] }) as const
  const tree =
    search === undefined
      ? undefined
      : ({ kind: 'or', operands: [contains('number', search), contains('title', search)] } as const)
  return shapeWhere(tree, columns, 'search')
}

/** How many incidents each of these changes has. Read for the rows of a page alone, so that it costs the same at any size. */
async function countIncidents(db: Queryable, numbers: readonly string[]): Promise<Map<string, number>> {
  if (numbers.length === 0) return new Map()
  const found = incidentsOfChanges(db, numbers)
  const rows = await db.select({ change: found.change, total: count() }).from(found).groupBy(found.change)
  return new Map(rows.map(({ change, total }) => [change, total]))
}
