import { type SQL, sql } from 'drizzle-orm'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { type CandidateEvidence, type CandidateWeights, candidateWeights } from '#lib/domain/candidate-score.ts'
import type { Queryable } from '#server/db/client.ts'
import { incidents } from '#server/db/schema/changes.ts'
import { changeWords, type DescribedChange } from './change-words.ts'
import { markedWords, marks } from './marked-words.ts'
import { scoreSql } from './score-sql.ts'
import { asPhrase, rarityTables } from './word-rarity.ts'

/** ISO 8601, both ends included. */
export type SearchWindow = { readonly from: string; readonly to: string }

/** All that a ranking takes from a change. */
export type RankedChange = DescribedChange &
  Pick<ChangeRecord, 'number' | 'planned_start' | 'actual_start' | 'actual_end' | 'updated_at'>

type RankingRequest = {
  readonly change: RankedChange
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

export type RankedIncident = {
  readonly number: string
  readonly score: number
  readonly isInWindow: boolean
  readonly evidence: CandidateEvidence
}
type Row = Omit<CandidateEvidence, 'words'> & {
  readonly total: number
  readonly number: string | null
  readonly score: number
  readonly isInWindow: boolean
  readonly marked: string
}

/** How many incidents, the newest up to the end of the window, tell which words are common. */
const sampleSize = 2000

/** More than two sums of the same rarities can differ by, added up in another order. */
const roundingError = 1e-9

const scoreOf = (likeness: SQL, weights: CandidateWeights): SQL =>
  scoreSql(
    {
      isLinked: sql`"isLinked"`,
      serviceMatch: sql`"serviceMatch"`,
      hoursAfterStart: sql`"hoursAfterStart"`,
      hoursAfterEnd: sql`"hoursAfterEnd"`,
      likeness,
      priorityLevel: sql`"priorityLevel"`,
    },
    weights,
  )

/**
 * The incidents that a change may have caused, likeliest first, and how many there are in all.
 *
 * Words in common are what takes long to count. They are counted only for incidents that would be candidates if they
 * had all words of the change: the score does not fall when words are added, so none is left out that is one.
 */
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
  // One after the other, since an index alone tells the services of a window.
  const servicesOf = sql.join(
    (among ? [isAsked] : [namesIt, isInWindow]).map(
      (are) => sql`select i.affected_service as service from ${incidents} i where ${are}`,
    ),
    sql` union `,
  )
  const isAlways = sql`("isLinked" or ${among !== undefined}::boolean)`
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
    named as materialized (
      select service from (${servicesOf}) known cross join change where change.words @@ ${asPhrase(sql`service`)}
    ),
    phrases as materialized (
      select service, ${asPhrase(sql`service`)} as phrase from change, unnest(change.services) service
    ),
    terms as materialized (
      select services, array(select service from named) as named, asked.words, asked.most, (
        select string_agg('(' || phrase::text || ')', '|')::tsquery from phrases where numnode(phrase) > 0
      ) as phrases
      from change cross join asked
    ),
    looked as (
      select i.number, i.opened_at, i.affected_service, i.priority, i.priority_level as "priorityLevel", most,
        ${isLinked} as "isLinked", case when i.affected_service = any(terms.services) then 'affected'
          when i.affected_service = any(terms.named) or i.search @@ terms.phrases then 'named' end as "serviceMatch",
        case when i.opened_at >= ${start} then extract(epoch from i.opened_at - ${start})::float8 / 3600 end as "hoursAfterStart",
        case when i.opened_at >= ${end} then extract(epoch from i.opened_at - ${end})::float8 / 3600 end as "hoursAfterEnd",
        i.search, terms.words
      from ${incidents} i cross join terms where ${isAsked} offset 0
    ),
    possible as materialized (
      select number, opened_at, affected_service, priority, "priorityLevel", "isLinked", "serviceMatch",
        "hoursAfterStart", "hoursAfterEnd", search
      from looked where case
        when ${isAlways} then true
        when ${scoreOf(sql`(most + ${roundingError})`, weights)} < ${weights.leastScore} then false
        else "serviceMatch" is not null or ${weights.leastLikeness}::float8 <= 0 or search @@ words end
    ),
    likeness as materialized (
      select number, sum(rarity)::float8 as likeness
      from possible, unnest(tsvector_to_array(search)) lexeme join rarity using (lexeme) group by number
    ),
    evidence as (
      select possible.*, coalesce(likeness.likeness, 0) as likeness from possible left join likeness using (number) offset 0
    ),
    scored as (select *, ${scoreOf(sql`likeness`, weights)} as score from evidence offset 0),
    found as materialized (
      select number, opened_at, affected_service, "isLinked", "serviceMatch", "hoursAfterStart", "hoursAfterEnd",
        likeness, priority, "priorityLevel", score
      from scored where ${isAlways}
        or (("serviceMatch" is not null or likeness >= ${weights.leastLikeness}) and score >= ${weights.leastScore})
    ),
    shown as (select * from found order by score desc, opened_at, number limit ${limit})
    select totals.total, shown.*, matched.service, ${isInWindow} as "isInWindow", ts_headline('english', i.short_description, asked.words,
      ${marks.options}) as marked
    from (select count(*)::int as total from found) totals cross join asked left join shown on true
      left join ${incidents} i on i.number = shown.number left join lateral (
        select shown.affected_service as service, 1 as place
        where shown."serviceMatch" = 'affected' or shown.affected_service in (select service from named)
        union all
        select service, 2 from phrases where i.search @@ phrase
        order by place, service limit 1
      ) matched on true
    order by score desc, shown.opened_at, shown.number`)
  const ranked = rows.flatMap(({ number, score: points, isInWindow: isIn, marked, total: _, ...evidence }) =>
    number === null
      ? []
      : [{ number, score: points, isInWindow: isIn, evidence: { ...evidence, words: markedWords(marked) } }],
  )
  return { rows: ranked, total: rows[0]?.total ?? 0 }
}
