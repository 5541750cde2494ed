import { eq, inArray, sql } from 'drizzle-orm'
import { SimilarChange } from '#lib/contracts/app/changes.ts'
import { fitLessons, type LessonEvidence } from '#lib/domain/articles/fit-lessons.ts'
import { minTitleLikeness } from '#lib/domain/change/describe-similar.ts'
import { getCached } from '#server/platform/db/cache.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { changes } from '#server/schema/changes.ts'
import { englishWords, orMinusInfinity, searchable } from '#server/schema/columns.ts'
import { reviews, statusOrNone } from '#server/schema/reviews.ts'
import { listHighlightedWords, marks } from '#server/text-rarity/highlight.ts'
import { rarityTables } from '#server/text-rarity/word-rarity.ts'
import { changeColumns } from './columns.ts'
import { getChange, type VersionedChange } from './queries.ts'

const maxCompared = 200
const maxShown = 6
const sampleSize = 2000

type SimilarRow = Pick<LessonEvidence, 'services' | 'sameType' | 'likeness'> & {
  readonly number: string
  readonly marked: string
}

/** Lists the reviewed changes of the same services with the most similar titles. Throws `not_found`. */
export function listSimilarChanges(ctx: Context, number: string): Promise<SimilarChange[]> {
  return getCached(ctx.db, `similar changes ${JSON.stringify(number)}`, () => findSimilar(ctx, number))
}

async function findSimilar(ctx: Context, number: string): Promise<SimilarChange[]> {
  const change = await getChange(ctx, number)
  if (change.affected_services.length === 0) return []
  const similar = fitLessons(await gatherEvidence(ctx, change)).slice(0, maxShown)
  const numbers = similar.map(({ lesson }) => lesson)
  if (numbers.length === 0) return []
  const rows = await ctx.db
    .select({ ...changeColumns, review_status: statusOrNone(reviews.status) })
    .from(changes)
    .leftJoin(reviews, eq(reviews.changeNumber, changes.number))
    .where(inArray(changes.number, numbers))
  const byNumber = new Map(rows.map((row) => [row.number, row]))
  return similar.map(({ lesson, fit }) => SimilarChange.parse({ change: byNumber.get(lesson), ...fit }))
}

/**
 * Gathers reviewed changes that share a service and words of the title, latest end first. Names of services do not
 * count as words of a title.
 */
async function gatherEvidence(ctx: Context, change: VersionedChange): Promise<[string, LessonEvidence][]> {
  const { number, title, type, affectedServices, actualEnd, createdAt, pirOutcome } = changes
  const services = sql`${sql.param(change.affected_services)}::text[]`
  const names = change.affected_services.join('\n')
  const { rows } = await ctx.db.execute<SimilarRow>(sql`
    with sample as materialized (
      select ${englishWords(title)} as search from ${changes} order by ${createdAt} desc, ${number} desc limit ${sampleSize}
    ),
    ${rarityTables(sql`ts_delete(${englishWords(change.title)}, tsvector_to_array(${englishWords(names)}))`)},
    reviewed as materialized (
      select ${number}, ${title}, ${type}, ${affectedServices} as services, ${orMinusInfinity(actualEnd)} as ended
      from ${changes}
      where ${affectedServices} && ${services} and ${pirOutcome} is not null and ${number} <> ${change.number}
      order by ${orMinusInfinity(actualEnd)} desc, ${number} desc limit ${maxCompared}
    ),
    compared as (
      select *, coalesce((
        select sum(rarity) from rarity where lexeme = any(tsvector_to_array(${englishWords(sql`title`)}))
      ), 0)::float8 as likeness from reviewed
    )
    select number, likeness, case when type = ${change.type} then type end as "sameType",
      array(select service from unnest(services) service where service = any(${services}) order by service) as services,
      ts_headline('english', ${searchable(sql`title`)}, common.words, ${marks.options}) as marked
    from compared cross join common where likeness >= ${minTitleLikeness} order by ended desc, number desc`)
  return rows.map(({ number: similar, marked, ...evidence }) => [
    similar,
    {
      ...evidence,
      words: listHighlightedWords(marked),
      namedService: null,
      technologies: [],
      tags: [],
    },
  ])
}
