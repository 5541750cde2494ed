import { sql } from 'drizzle-orm'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { type CandidateEvidence, type CandidateWeights, candidateWeights } from '#lib/domain/candidate-score.ts'
import type { Queryable } from '#server/db/client.ts'
import { incidents } from '#server/db/schema/changes.ts'
import { changeWords } from './change-words.ts'
import { markedWords, marks } from './marked-words.ts'
import { scoreSql } from './score-sql.ts'
import { asPhrase, rarityTables } from './word-rarity.ts'

/** ISO 8601, both ends included. */
export type SearchWindow = { readonly from: string; readonly to: string }

type RankingRequest = {
  readonly change: ChangeRecord
  /** null: only those that name the change. */
  readonly window: SearchWindow | null
  readonly limit: number
  /** Incidents that are not ranked. */
  readonly without?: readonly string[]
  /** Only these are ranked, wherever they lie and whatever their score. */
  readonly among?: readonly string[]
  readonly weights?: CandidateWeights
  /** As if no incident named a change; for measuring. */
  readonly isLinkHidden?: boolean
}

export type RankedIncident = { readonly number: string; readonly score: number; readonly evidence: CandidateEvidence }
type Row = Omit<CandidateEvidence, 'words'> & {
  readonly total: number
  readonly number: string | null
  readonly score: number
  readonly marked: string
}

/** How many incidents, the newest up to the end of the window, tell which words are common. */
const sampleSize = 2000

/** The incidents that a change may have caused, likeliest first, and how many there are in all. */
export async function rankIncidents(
  db: Queryable,
  { change, window, limit, without = [], among, weights = candidateWeights, isLinkHidden = false }: RankingRequest,
): Promise<{ rows: RankedIncident[]; total: number }> {
  const start = sql`${change.actual_start ?? change.planned_start}::timestamptz`
  const end = sql`${change.actual_end}::timestamptz`
  // True or NULL where it stands alone, so that an index serves it.
  const namesIt = isLinkHidden ? sql`false` : sql`i.related_change = ${change.number}`
  const isLinked = sql`coalesce(${namesIt}, false)`
  const isInWindow = window
    ? sql`(i.opened_at between ${window.from}::timestamptz and ${window.to}::timestamptz)`
    : sql`false`
  const isAsked = among
    ? sql`i.number = any(${sql.param(among)}::text[])`
    : sql`(${namesIt} or ${isInWindow}) and not i.number = any(${sql.param(without)}::text[])`
  const score = scoreSql(
    {
      isLinked: sql`"isLinked"`,
      serviceMatch: sql`"serviceMatch"`,
      hoursAfterStart: sql`"hoursAfterStart"`,
      hoursAfterEnd: sql`"hoursAfterEnd"`,
      likeness: sql`likeness`,
      priorityLevel: sql`"priorityLevel"`,
    },
    weights,
  )
  const { rows } = await db.execute<Row>(sql`
    with change as materialized (
      select to_tsvector('english', ${changeWords(change)}) as words,
        array(select unnest(${sql.param(change.affected_services)}::text[])) as services
    ),
    sample as materialized (
      select search from ${incidents} where opened_at <= ${window?.to ?? change.updated_at}::timestamptz
      order by opened_at desc, number desc limit ${sampleSize}
    ),
    ${rarityTables(sql`change.words`)},
    looked as materialized (select i.*, ${isLinked} as "isLinked" from ${incidents} i where ${isAsked}),
    named as materialized (
      select service from (select distinct affected_service as service from looked) known cross join change
      where change.words @@ ${asPhrase(sql`service`)}
    ),
    phrases as materialized (
      select service, ${asPhrase(sql`service`)} as phrase from change, unnest(change.services) service
    ),
    likeness as materialized (
      select number, sum(rarity)::float8 as likeness
      from (select number, search from looked cross join asked where search @@ asked.words) alike,
        unnest(tsvector_to_array(search)) lexeme join rarity using (lexeme) group by number
    ),
    evidence as (
      select i.number, i.short_description, i.opened_at, "isLinked", matched.match as "serviceMatch", matched.service,
        case when i.opened_at >= ${start} then extract(epoch from i.opened_at - ${start})::float8 / 3600 end as "hoursAfterStart",
        case when i.opened_at >= ${end} then extract(epoch from i.opened_at - ${end})::float8 / 3600 end as "hoursAfterEnd",
        coalesce(likeness.likeness, 0) as likeness, i.priority, i.priority_level as "priorityLevel"
      from looked i cross join change left join likeness using (number) left join lateral (
        select 'affected' as match, i.affected_service as service, 1 as place where i.affected_service = any(change.services)
        union all
        select 'named', service, 2 from named where service = i.affected_service
        union all
        select 'named', service, 3 from phrases where i.search @@ phrase
        order by place, service limit 1
      ) matched on true
    ),
    scored as (select *, ${score} as score from evidence),
    found as materialized (
      select * from scored where "isLinked" or ${among !== undefined}::boolean
        or (("serviceMatch" is not null or likeness >= ${weights.leastLikeness}) and score >= ${weights.leastScore})
    ),
    shown as (select * from found order by score desc, opened_at, number limit ${limit})
    select totals.total, shown.*, ts_headline('english', short_description, asked.words,
      ${marks.options}) as marked
    from (select count(*)::int as total from found) totals cross join asked left join shown on true
    order by score desc, opened_at, number`)
  const ranked = rows.flatMap(({ number, score: points, marked, total: _, ...evidence }) =>
    number === null ? [] : [{ number, score: points, evidence: { ...evidence, words: markedWords(marked) } }],
  )
  return { rows: ranked, total: rows[0]?.total ?? 0 }
}
