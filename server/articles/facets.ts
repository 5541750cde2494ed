import { type SQL, sql } from 'drizzle-orm'
import type { listArticleFacets as contract } from '#lib/contracts/app/article-facets.ts'
import type { QueryOf, ResponseOf } from '#lib/contracts/endpoint.ts'
import { cached } from '#server/platform/db/cache.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { articles } from '#server/schema/articles.ts'
import { changes } from '#server/schema/changes.ts'
import { articleCondition } from './condition.ts'

type Facets = ResponseOf<typeof contract>
type Counted = { facet: keyof Facets; value: string; count: number }

/** Values listed for a facet. */
const maxValues = 50

/**
 * How many matching articles have each value, most frequent first. An article counts once for a value, however often its
 * lists contain it. Throws `invalid_filter`.
 */
export async function listArticleFacets(ctx: Context, input: QueryOf<typeof contract>): Promise<Facets> {
  const rows = await cached(ctx.db, `facets ${JSON.stringify(input)}`, () => countFacets(ctx, input))
  const facet = (name: keyof Facets) =>
    rows.filter((row) => row.facet === name).map(({ value, count }) => ({ value, count }))
  return {
    article_type: facet('article_type'),
    polarity: facet('polarity'),
    services: facet('services'),
    category: facet('category'),
    tags: facet('tags'),
    technologies: facet('technologies'),
  }
}

/** Selects the matching articles once and counts each facet from them. */
async function countFacets(ctx: Context, input: QueryOf<typeof contract>): Promise<Counted[]> {
  const { rows } = await ctx.db.execute<Counted>(sql`
    with found as materialized (
      select ${articles.sourceChange}, ${articles.articleType}, ${articles.polarity}, ${articles.category}, ${articles.tags}, ${articles.technologies}
      from ${articles} where ${articleCondition(input) ?? sql`true`}
    ), counted as (
      select 'article_type' as facet, article_type::text as value, count(*)::int as count from found group by value
      union all select 'polarity', polarity as value, count(*)::int from found group by value
      union all select 'services', value, count(*)::int from found join ${changes} on ${changes.number} = source_change
        cross join lateral (select distinct unnest(affected_services)) item(value) group by value
      union all select 'category', category as value, count(*)::int from found group by value
      union all select 'tags', value, count(*)::int from found ${eachOnce(sql`tags`)} group by value
      union all select 'technologies', value, count(*)::int from found ${eachOnce(sql`technologies`)} group by value
    )
    select facet, value, count from (
      select *, row_number() over (partition by facet order by count desc, value collate "C") as place
      from counted where value is not null
    ) ranked
    where place <= ${maxValues}
    order by facet, place`)
  return rows
}

/** Each value of a list at its first place in it. */
const eachOnce = (list: SQL) =>
  sql`cross join lateral unnest(${list}) with ordinality as item(value, place) where array_position(${list}, value) = place`
