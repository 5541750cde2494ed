import { eq, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { listArticleFacets as contract } from '#lib/contracts/app/articles.ts'
import type { QueryOf, ResponseOf } from '#lib/contracts/endpoint.ts'
import { getCached } from '#server/platform/db/cache.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { articles } from '#server/schema/articles.ts'
import { changes } from '#server/schema/changes.ts'
import { buildArticleCondition } from './condition.ts'

type Facets = ResponseOf<typeof contract>
type FacetCount = { facet: keyof Facets; value: string; count: number }

/** Values listed for a facet. */
const maxValues = 50

/**
 * Counts the matching articles for each value, most frequent first. An article counts once for a value, even if its
 * lists repeat it. Throws `invalid_filter`.
 */
export async function countArticleFacets(ctx: Context, input: QueryOf<typeof contract>): Promise<Facets> {
  const rows = await getCached(ctx.db, `facets ${JSON.stringify(input)}`, () => countFacets(ctx, input))
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

/** Counted columns by facet. For a column with lists, the values in the lists are counted. */
const facetColumns: Readonly<Record<keyof Facets, PgColumn>> = {
  article_type: articles.articleType,
  polarity: articles.polarity,
  services: changes.affectedServices,
  category: articles.category,
  tags: articles.tags,
  technologies: articles.technologies,
}
const listFacets: readonly (keyof Facets)[] = ['services', 'tags', 'technologies']

/**
 * Reads the matching articles once and groups them by each column. Values of lists are then counted from the groups.
 */
async function countFacets(ctx: Context, input: QueryOf<typeof contract>): Promise<FacetCount[]> {
  const columns = Object.entries(facetColumns)
  const isList = (facet: string) => listFacets.some((name) => name === facet)
  const { rows } = await ctx.db.execute<FacetCount>(sql`
    with grouped as materialized (
      select case ${sql.join(columns.map(([facet, column]) => sql`when grouping(${column}) = 0 then ${facet}::text `))} end as facet,
        coalesce(${sql.join(
          columns.filter(([facet]) => !isList(facet)).map(([, column]) => column),
          sql`, `,
        )}) as value,
        coalesce(${sql.join(
          columns.filter(([facet]) => isList(facet)).map(([, column]) => column),
          sql`, `,
        )}) as list,
        count(*) as articles
      from ${articles} left join ${changes} on ${eq(changes.number, articles.sourceChange)}
      where ${buildArticleCondition(input) ?? sql`true`}
      group by grouping sets (${sql.join(
        columns.map(([, column]) => sql`(${column})`),
        sql`, `,
      )})
    ), counted as (
      select facet, value, articles::int as count from grouped
      union all select facet, item.value, sum(articles)::int from grouped
        cross join lateral (select distinct unnest(list)) as item(value) group by facet, item.value
    )
    select facet, value, count from (
      select *, row_number() over (partition by facet order by count desc, value collate "C") as place
      from counted where value is not null
    ) ranked
    where place <= ${maxValues}
    order by facet, place`)
  return rows
}
