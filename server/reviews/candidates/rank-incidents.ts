import { type SQL, sql } from 'drizzle-orm'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import {
  type CandidateEvidence,
  type CandidateWeights,
  candidateWeights,
} from '#lib/domain/incidents/candidate-score.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { incidents } from '#server/schema/changes.ts'
import { englishWords, searchable } from '#server/schema/columns.ts'
import { listHighlightedWords, marks } from '#server/text-rarity/highlight.ts'
import { asPhrase, rarityTables, wordsOfLikeness } from '#server/text-rarity/word-rarity.ts'
import { type DescribedChange, joinChangeWords } from '#server/text-rarity/words-of-change.ts'
import { likenessForPoints, pointsBesideText, textPoints } from './score-sql.ts'

/** Times in ISO 8601, both included. */
export type SearchWindow = { readonly from: string; readonly to: string }

/** Fields of a change that the ranking uses. */
type RankedChange = DescribedChange &
  Pick<ChangeRecord, 'number' | 'planned_start' | 'actual_start' | 'actual_end' | 'updated_at'>

type RankingRequest = {
  readonly change: RankedChange
  /** Null to rank only incidents that name the change. */
  readonly window: SearchWindow | null
  readonly limit: number
  /** Incidents to leave out. */
  readonly without?: readonly string[]
  /** Ranks only these incidents, whatever their time and score. */
  readonly among?: readonly string[]
  readonly weights?: CandidateWeights
  /** Ignores links from incidents to changes, for measuring the ranking. */
  readonly isLinkHidden?: boolean
}

export type RankedIncident = {
  readonly number: string
  readonly score: number
  readonly isInWindow: boolean
  readonly evidence: CandidateEvidence
}
type CandidateRow = Omit<CandidateEvidence, 'words'> & {
  readonly total: number
  readonly number: string | null
  readonly score: number
  readonly isInWindow: boolean
  readonly marked: string
}

const sampleSize = 2000

/**
 * Selects the sample that decides which words are common: the newest incidents up to a moment, such as the end of the
 * window.
 */
export const selectSample = (moment: string): SQL => sql`
  select search from ${incidents} where opened_at <= ${moment}::timestamptz
  order by opened_at desc, number desc limit ${sampleSize}`

/** Multiple of the requested incidents that is compared first, to find the score that the others must reach. */
const comparedFirst = 5

/**
 * Ranks the incidents that a change may have caused, likeliest first, and counts them.
 *
 * Comparing words is the slow part, and common words only ever raise a score. So words are compared only where they can
 * change the result: for incidents that need a common word to be candidates at all, and for candidates that could still
 * reach the first places. The threshold for these comes from the likeliest candidates, which are compared first.
 *
 * The tables of the statement, in their order; `is_certain` is a candidate even without a common word:
 *
 * | table | rows | why |
 * |---|---|---|
 * | `change` | one | words and services of the change |
 * | `sample`, `common`, `rarity` | words | how rare each word of the change is in recent incidents |
 * | `services`, `matching_services` | services | which services of incidents the change affects or names |
 * | `phrases`, `terms` | services; one | the words to search for, and the fewest points with which words still help |
 * | `considered`, `scored_without_text` | incidents | the evidence beside the words, and its points |
 * | `words_to_qualify` | points | the rare words of which an incident with so many points needs one |
 * | `candidates` | incidents | the certain ones, and those that have such a word |
 * | `compared_first`, `score_to_reach` | incidents; one | the likeliest, and the score of the last one returned |
 * | `words_to_be_shown` | points | the rare words that lift so many points to that score |
 * | `worth_comparing`, `scored_with_text` | incidents | the candidates that can reach it, with the points for words |
 * | `qualified`, `best` | incidents | the candidates by their whole score, and the rows that are returned |
 */
export async function rankIncidents(
  db: Queryable,
  { change, window, limit, without = [], among, weights = candidateWeights, isLinkHidden = false }: RankingRequest,
): Promise<{ rows: RankedIncident[]; total: number }> {
  // True or NULL, so that an index can serve the condition.
  const namesChange = isLinkHidden ? sql`false` : sql`i.related_change = ${change.number}`
  const isInWindow = window
    ? sql`(i.opened_at between ${window.from}::timestamptz and ${window.to}::timestamptz)`
    : sql`false`
  const isConsidered = among
    ? sql`i.number = any(${sql.param(among)}::text[])`
    : sql`(${namesChange} or ${isInWindow}) and not i.number = any(${sql.param(without)}::text[])`
  const isLinked = sql`coalesce(${namesChange}, false)`
  const serviceMatch = sql`coalesce(matching_services.match, case when i.search @@ (select phrases from terms) then 'named' end)`
  const hoursAfterStart = hoursAfter(change.actual_start ?? change.planned_start)
  const hoursAfterEnd = hoursAfter(change.actual_end)
  const likenessToQualify = likenessForPoints(sql`(${weights.minScore}::float8 - points)`, weights)
  const likenessToQualifyByWords = sql`greatest(${weights.minLikeness}::float8, ${likenessToQualify})`
  const likenessToBeShown = likenessForPoints(sql`(score_to_reach.score - points)::float8`, weights)
  const isAlwaysCandidate = sql`("isLinked" or ${among !== undefined}::boolean)`
  const { rows } = await db.execute<CandidateRow>(sql`
    with recursive change as materialized (
      select ${englishWords(joinChangeWords(change))} as words,
        array(select unnest(${sql.param(change.affected_services)}::text[])) as services
    ),
    sample as materialized (${selectSample(window?.to ?? change.updated_at)}),
    ${rarityTables(sql`(select words from change)`)},
    services(service) as (${isLong(window) ? eachService : selectServices(among ? [isConsidered] : [namesChange, isInWindow])}),
    matching_services as materialized (
      select distinct service, case when service = any(change.services) then 'affected' else 'named' end as match
      from services cross join change where service = any(change.services) or change.words @@ ${asPhrase(sql`service`)}
    ),
    phrases as materialized (
      select service, ${asPhrase(sql`service`)} as phrase from change, unnest(change.services) service
    ),
    terms as materialized (
      select common.words, ${weights.minScore}::int - ${textPoints(sql`common.most`, weights)} as least_points, (
        select string_agg('(' || phrase::text || ')', '|')::tsquery from phrases where numnode(phrase) > 0
      ) as phrases
      from change cross join common
    ),
    considered as (
      select i.number, i.opened_at, i.search, ${isLinked} as "isLinked", ${serviceMatch} as "serviceMatch",
        i.priority_level as "priorityLevel", ${hoursAfterStart} as "hoursAfterStart", ${hoursAfterEnd} as "hoursAfterEnd"
      from ${incidents} i left join matching_services on matching_services.service = i.affected_service
      where ${isConsidered} offset 0
    ),
    scored_without_text as (
      select *, ${pointsBesideText(
        {
          isLinked: sql`"isLinked"`,
          serviceMatch: sql`"serviceMatch"`,
          hoursAfterStart: sql`"hoursAfterStart"`,
          hoursAfterEnd: sql`"hoursAfterEnd"`,
          priorityLevel: sql`"priorityLevel"`,
        },
        weights,
      )} as points from considered offset 0
    ),
    words_to_qualify as materialized (
      select points, ${wordsOfLikeness(likenessToQualify)} as words_of_related, ${wordsOfLikeness(likenessToQualifyByWords)} as words_of_unrelated
      from generate_series(0, ${weights.minScore}::int) points
    ),
    candidates as materialized (
      select number, opened_at, "serviceMatch" is not null as is_related, scored.points, is_certain, search
      from (
        select *, ${isAlwaysCandidate} or ("serviceMatch" is not null and points >= ${weights.minScore}) as is_certain
        from scored_without_text offset 0
      ) scored left join words_to_qualify on words_to_qualify.points = least(scored.points, ${weights.minScore}::int)
      where is_certain or scored.points >= (select least_points from terms) and case
        when ${weights.minLikeness}::float8 <= 0 then true
        when "serviceMatch" is null then search @@ words_of_unrelated else search @@ words_of_related end
    ),
    compared_first as materialized (
      select * from candidates where is_certain order by points desc, opened_at, number limit ${comparedFirst * limit}
    ),
    score_to_reach as materialized (
      select coalesce((
        select points + ${textPoints(sql`likeness`, weights)} as score from (${selectLikeness(sql`compared_first`)}) first
        order by score desc offset ${limit - 1} limit 1
      ), 0) as score
    ),
    words_to_be_shown as materialized (
      select points, ${wordsOfLikeness(likenessToBeShown)} as words
      from (select distinct points from candidates where is_certain) each_points cross join score_to_reach
    ),
    worth_comparing as materialized (
      select candidates.* from candidates left join words_to_be_shown using (points) cross join score_to_reach
      where not is_certain or points >= score_to_reach.score or search @@ words_to_be_shown.words
    ),
    scored_with_text as (
      select *, points + ${textPoints(sql`likeness`, weights)} as score from (${selectLikeness(sql`worth_comparing`)}) evidence
    ),
    qualified as materialized (
      select number, opened_at, is_certain, likeness, score from scored_with_text where is_certain
        or ((is_related or likeness >= ${weights.minLikeness}) and score >= ${weights.minScore})
    ),
    best as (select * from qualified order by score desc, opened_at, number limit ${limit})
    select totals.total, best.number, best.score, best.likeness, i.priority, i.priority_level as "priorityLevel",
      ${isLinked} as "isLinked", ${serviceMatch} as "serviceMatch", matched.service,
      ${hoursAfterStart} as "hoursAfterStart", ${hoursAfterEnd} as "hoursAfterEnd", ${isInWindow} as "isInWindow",
      ts_headline('english', ${searchable(sql`i.short_description`)}, terms.words, ${marks.options}) as marked
    from (
      select ((select count(*) from candidates where is_certain)
        + (select count(*) from qualified where not is_certain))::int as total
    ) totals cross join terms left join best on true
      left join ${incidents} i on i.number = best.number left join matching_services on matching_services.service = i.affected_service
      left join lateral (
        select matching_services.service, 1 as place where matching_services.service is not null
        union all
        select service, 2 from phrases where i.search @@ phrase
        order by place, service limit 1
      ) matched on true
    order by score desc, best.opened_at, best.number`)
  const ranked = rows.flatMap(({ number, score: points, isInWindow: isIn, marked, total: _, ...evidence }) =>
    number === null
      ? []
      : [{ number, score: points, isInWindow: isIn, evidence: { ...evidence, words: listHighlightedWords(marked) } }],
  )
  return { rows: ranked, total: rows[0]?.total ?? 0 }
}

/** Selects the services of some incidents; for those in a window, from an index alone. */
const selectServices = (kinds: readonly SQL[]): SQL =>
  sql.join(
    kinds.map((condition) => sql`select i.affected_service from ${incidents} i where ${condition}`),
    sql` union `,
  )

/** Selects all services of incidents, by a loose index scan. */
const eachService: SQL = sql`
  (select affected_service from ${incidents} order by affected_service limit 1)
  union all
  select (
    select affected_service from ${incidents} where affected_service > service order by affected_service limit 1
  ) from services where service is not null`

/** True if the window probably has more incidents than there are services. */
const isLong = (window: SearchWindow | null): boolean =>
  window !== null && Date.parse(window.to) - Date.parse(window.from) > 30 * 24 * 60 * 60 * 1000

/** Hours from a moment to an incident; NULL without a moment, and for an incident before it. */
const hoursAfter = (moment: string | null): SQL =>
  sql`case when i.opened_at >= ${moment}::timestamptz then date_part('epoch', i.opened_at - ${moment}::timestamptz) / 3600 end`

/** Selects the rows of a table that has `number` and `search`, with their likeness. */
const selectLikeness = (table: SQL): SQL => sql`
  select ${table}.*, coalesce(likeness.likeness, 0) as likeness from ${table} left join (
    select number, sum(rarity)::float8 as likeness
    from ${table}, unnest(tsvector_to_array(search)) lexeme join rarity using (lexeme) group by number
  ) likeness using (number) offset 0`
