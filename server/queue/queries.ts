import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type listQueue as contract, type QueueEntry, queueFields } from '#lib/contracts/app/queue.ts'
import { changeRisks, changeStates } from '#lib/contracts/changes.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { Page } from '#lib/contracts/pages.ts'
import { changeColumns } from '#server/changes/columns.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/client.ts'
import { type FilterColumns, filterToSql } from '#server/db/filter-sql.ts'
import { orderBy } from '#server/db/order-by.ts'
import { parseWhere } from '#server/db/parse-where.ts'
import { changes, incidents } from '#server/db/schema/changes.ts'
import { reviews } from '#server/db/schema/reviews.ts'
import { selectPage } from '#server/db/select-page.ts'
import { findPeopleNames } from '#server/users/names.ts'
import { queueColumns, queueFilterColumns } from './columns.ts'

/** State and risk sort by their rank, what has not ended comes last when the latest come first, and what has no due date last. */
const sortColumns = {
  ...changeColumns,
  state: rankOf(changes.state, changeStates),
  risk: rankOf(changes.risk, changeRisks),
  actual_end: sql`coalesce(${changes.actualEnd}, '-infinity'::timestamptz)`,
  due_on: sql`coalesce(${reviews.dueOn}, 'infinity'::date)`,
}

function rankOf(column: typeof changes.state | typeof changes.risk, values: readonly string[]): SQL {
  return sql`coalesce(array_position(${sql.param(values)}::text[], ${column}::text), 0)`
}

/**
 * Changes as rows of the queue, newest first unless sorted otherwise, with where their review stands and how many
 * incidents name them. Rows and total are from one snapshot. Throws `invalid_filter`.
 */
export async function listQueue(ctx: Context, input: QueryOf<typeof contract>): Promise<Page<QueueEntry>> {
  const filterColumns = queueFilterColumns(ctx.now)
  const { rows, total } = await selectPage(ctx.db, {
    from: changes,
    leftJoin: { table: reviews, on: eq(reviews.changeNumber, changes.number) },
    columns: queueColumns(ctx.now),
    where: and(parseWhere(input.query, queueFields, filterColumns), searchCondition(input.search, filterColumns)),
    orderBy: orderBy(input.sort ?? '-created_at', sortColumns, changes.number),
    page: input,
  })
  const [counts, names] = await Promise.all([
    countLinkedIncidents(
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
function searchCondition(search: string | undefined, columns: FilterColumns): SQL | undefined {
  if (search === undefined) return undefined
  const contains = (field: 'number' | 'title') =>
    ({ kind: 'comparison', field, type: 'text', operator: '~', values: [search] }) as const
  return filterToSql({ kind: 'or', operands: [contains('number'), contains('title')] }, columns)
}

/** How many incidents name each of these changes. Asked for the rows of a page alone, so that it costs the same at any size. */
async function countLinkedIncidents(db: Queryable, numbers: readonly string[]): Promise<Map<string, number>> {
  if (numbers.length === 0) return new Map()
  const rows = await db
    .select({ number: incidents.relatedChange, total: count() })
    .from(incidents)
    .where(inArray(incidents.relatedChange, [...numbers]))
    .groupBy(incidents.relatedChange)
  return new Map(rows.flatMap(({ number, total }) => (number === null ? [] : [[number, total]])))
}
