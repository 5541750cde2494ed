import { type SQL, sql } from 'drizzle-orm'
import type { listFilterValues as contract } from '#lib/contracts/app/search.ts'
import type { ResponseOf } from '#lib/contracts/endpoint.ts'
import { hasLeft } from '#server/platform/auth/leavers.ts'
import { getCached } from '#server/platform/db/cache.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { categoriesInUse } from '#server/products/categories.ts'
import { articles } from '#server/schema/articles.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { users } from '#server/schema/directory.ts'
import { improvements } from '#server/schema/improvements.ts'
import { reviews } from '#server/schema/reviews.ts'

/** Maximum suggested values of each kind. */
const maxValues = 200
/** Number of newest records from which values are read, which limits the time for large tables. */
const recordsRead = 1_000

type FilterValues = ResponseOf<typeof contract>

/** Lists suggested values for the filter bar: the `maxValues` most frequent of each kind, in alphabetical order. */
export const listFilterValues = ({ db }: Context): Promise<FilterValues> =>
  getCached(db, 'filter values', () => readFilterValues(db))

async function readFilterValues(db: Queryable): Promise<FilterValues> {
  const { rows } = await db.execute<FilterValues>(sql`
    with recursive recent_changes as (
      select ${changes.affectedServices}, ${changes.model}, ${changes.assignedTo}, ${changes.approvedBy} from ${changes}
      order by ${changes.createdAt} desc, ${changes.number} desc limit ${recordsRead}
    ), recent_incidents as (
      select ${incidents.affectedService} from ${incidents}
      order by ${incidents.openedAt} desc, ${incidents.number} desc limit ${recordsRead}
    ), recent_improvements as (
      select ${improvements.category}, ${improvements.priority}, ${improvements.owner} from ${improvements}
      order by ${improvements.createdAt} desc, ${improvements.id} desc limit ${recordsRead}
    ), recent_articles as (
      select ${articles.category}, ${articles.tags}, ${articles.technologies} from ${articles}
      order by ${articles.created} desc, ${articles.id} desc limit ${recordsRead}
    ), recent_reviews as (
      select ${reviews.reviewer} from ${reviews} order by ${reviews.reference} desc limit ${recordsRead}
    ), ${categoriesInUse}, addresses(value) as ${mostFrequent(sql`
      select owner from recent_improvements
      union all select assigned_to from recent_changes
      union all select approved_by from recent_changes
      union all select reviewer from recent_reviews`)}
    select
      ${selectValues(sql`select unnest(affected_services) from recent_changes
        union all select affected_service from recent_incidents`)} as services,
      ${selectValues(sql`select model from recent_changes`)} as change_models,
      array(select value from categories where value is not null limit ${maxValues}) as product_categories,
      ${selectValues(sql`select category from recent_improvements`)} as improvement_categories,
      ${selectValues(sql`select priority from recent_improvements`)} as improvement_priorities,
      ${selectValues(sql`select category from recent_articles`)} as lesson_categories,
      ${selectValues(sql`select unnest(tags) from recent_articles`)} as tags,
      ${selectValues(sql`select unnest(technologies) from recent_articles`)} as technologies,
      (
        select coalesce(json_agg(person order by ${alphabetical(sql`name`)}, email), '[]') from (
          select value as email, coalesce(
            (select ${users.name} from ${users} where ${users.email} = value order by ${users.id} limit 1), value
          ) as name, ${hasLeft(sql`value`)} as has_left from addresses
        ) person
      ) as people`)
  const [values] = rows
  if (!values) throw new Error('The query returned no row.')
  return values
}

const alphabetical = (value: SQL) => sql`lower(${value} collate "und-x-icu") collate "C"`

/** Selects the `maxValues` most frequent values that a query returns. */
const mostFrequent = (values: SQL) => sql`(
  select value from (${values}) used(value) where value is not null
  group by value order by count(*) desc, value collate "C" limit ${maxValues}
)`

const selectValues = (values: SQL) =>
  sql`array(select value from ${mostFrequent(values)} offered order by ${alphabetical(sql`value`)}, value collate "C")`
