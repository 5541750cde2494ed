import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { webhookFilterFields } from '#lib/contracts/app/webhooks.ts'
import { eventEntities } from '#lib/contracts/events.ts'
import { getArticleTitle, titleReach } from '#lib/domain/articles/article-title.ts'
import { parseFilter } from '#lib/filter/parse.ts'
import { articleFilterColumns } from '#server/articles/condition.ts'
import { getArticle } from '#server/articles/queries.ts'
import { changeColumns } from '#server/changes/columns.ts'
import { getChange } from '#server/changes/queries.ts'
import { improvementColumns } from '#server/improvements/columns.ts'
import { getImprovement } from '#server/improvements/queries.ts'
import { getIncident, incidentColumns } from '#server/incidents/queries.ts'
import { type FilterColumns, filterToSql } from '#server/platform/db/filter-sql.ts'
import { invalidField, resolveOrNull } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { getReview } from '#server/reviews/queries.ts'
import { articles } from '#server/schema/articles.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { improvements } from '#server/schema/improvements.ts'
import { reviews } from '#server/schema/reviews.ts'
import { getClock, queueFilterColumns } from '#server/worklist/queue/columns.ts'

export type Entity = (typeof eventEntities)[number]

/** Loads, names and filters the records of one kind. */
type RecordKind = {
  readonly load: (ctx: Context, key: string) => Promise<unknown>
  readonly title: PgColumn
  readonly key: PgColumn & { readonly table: PgTable }
  readonly columns: (ctx: Context) => FilterColumns
  /** Joined table whose fields the filter can name too. */
  readonly join?: { readonly table: PgTable; readonly on: SQL }
}

const kinds: Readonly<Record<Entity, RecordKind>> = {
  change: { load: getChange, title: changes.title, key: changes.number, columns: () => changeColumns },
  incident: {
    load: getIncident,
    title: incidents.shortDescription,
    key: incidents.number,
    columns: () => incidentColumns,
  },
  review: {
    load: getReview,
    title: changes.title,
    key: reviews.reference,
    columns: (ctx) => queueFilterColumns(getClock(ctx)),
    join: { table: changes, on: eq(changes.number, reviews.changeNumber) },
  },
  improvement: {
    load: getImprovement,
    title: improvements.title,
    key: improvements.id,
    columns: () => improvementColumns,
  },
  article: { load: getArticle, title: articles.content, key: articles.id, columns: () => articleFilterColumns },
}

/** A record as the API returns it, with its version; null when it no longer exists. */
export const loadRecord = (ctx: Context, entity: Entity, key: string): Promise<unknown> =>
  resolveOrNull(kinds[entity].load(ctx, key))

/** The title of a record; for a review the title of its change; empty when it is gone. */
export async function findTitle(ctx: Context, entity: Entity, key: string): Promise<string> {
  const { title, key: column, join } = kinds[entity]
  const query = ctx.db.select({ title }).from(column.table).$dynamic()
  if (join) query.innerJoin(join.table, join.on)
  const [row] = await query.where(eq(column, key))
  const text = String(row?.title ?? '')
  return entity === 'article' ? getArticleTitle(text.slice(0, titleReach)) : text
}

/** Parses a filter, and finds the kind of record that it is for. Throws `invalid_parameter` for the field `filter`. */
export function parseEventFilter(filter: string, types: readonly string[]) {
  const chosen = new Set(types.map((type) => type.split('.')[0]))
  const entity = eventEntities.find((one) => chosen.has(one))
  if (!entity || chosen.size > 1) {
    throw invalidField('filter', 'body', 'needs types of one kind of record; add a webhook for each kind')
  }
  const result = parseFilter(filter, webhookFilterFields[entity])
  if (!result.ok) {
    const reason = result.error.message.replace(/\.$/, '')
    throw invalidField('filter', 'body', `is no filter of the fields of ${entity}s: ${reason}`)
  }
  return { entity, tree: result.tree }
}

/** Returns the keys of the records that a filter matches now. */
export async function findMatching(
  ctx: Context,
  { entity, tree }: ReturnType<typeof parseEventFilter>,
  keys: readonly string[],
): Promise<Set<string>> {
  const { key, columns, join } = kinds[entity]
  const query = ctx.db.select({ key }).from(key.table).$dynamic()
  if (join) query.innerJoin(join.table, join.on)
  const rows = await query.where(and(inArray(key, [...keys]), filterToSql(tree, columns(ctx))))
  return new Set(rows.map((row) => String(row.key)))
}
