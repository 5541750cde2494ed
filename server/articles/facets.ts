import { sql } from 'drizzle-orm'
import type { listArticleFacets as contract } from '#lib/contracts/app/article-facets.ts'
import type { QueryOf, ResponseOf } from '#lib/contracts/endpoint.ts'
import type { Context } from '#server/context.ts'
import { keepAnswer } from '#server/db/keep-answer.ts'
import { articles } from '#server/db/schema/articles.ts'
import { articleCondition } from './condition.ts'

type Facets = ResponseOf<typeof contract>
type Counted = { facet: keyof Facets; value: string; count: number }

/** Values that a facet shows at most. */
const mostValues = 50

/**
 * How many of the articles that a search finds have each value, most frequent first. An article counts once for a value
 * however often its lists hold it. Throws `invalid_filter`.
 */
export async function listArticleFacets(ctx: Context, input: QueryOf<typeof contract>): Promise<Facets> {
  const rows = await keepAnswer(ctx.db, ['articles'], `facets ${JSON.stringify(input)}`, () => countFacets(ctx, input))
  const facet = (name: keyof Facets) =>
    rows.filter((row) => row.facet === name).map(({ value, count }) => ({ value, count }))
  return {
    article_type: facet('article_type'),
    polarity: facet('polarity'),
    category: facet('category'),
    tags: facet('tags'),
    technologies: facet('technologies'),
  }
}

async function countFacets(ctx: Context, input: QueryOf<typeof contract>): Promise<Counted[]> {
  const { rows } = await ctx.db.execute<Counted>(sql`
    select facet, value, count from (
      select facet, value, count(*)::int as count,
        row_number() over (partition by facet order by count(*) desc, value collate "C") as place
      from ${articles} cross join lateral (
        select 'article_type' as facet, ${articles.articleType}::text as value
        union all select 'polarity', ${articles.polarity}
        union all select 'category', ${articles.category}
        union all (select distinct 'tags', unnest(${articles.tags}))
        union all (select distinct 'technologies', unnest(${articles.technologies}))
      ) label
      where ${articleCondition(input) ?? sql`true`} and value is not null
      group by facet, value
    ) counted
    where place <= ${mostValues}
    order by facet, place`)
  return rows
}
