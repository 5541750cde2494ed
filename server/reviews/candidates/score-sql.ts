import { type SQL, sql } from 'drizzle-orm'
import { type CandidateWeights, priorityShares } from '#lib/domain/incidents/candidate-score.ts'

/** Columns of evidence that make up the score, apart from common words. */
type EvidenceColumns = {
  readonly isLinked: SQL
  readonly serviceMatch: SQL
  readonly hoursAfterStart: SQL
  readonly hoursAfterEnd: SQL
  readonly priorityLevel: SQL
}

/** Computes `scoreCandidate` without common words, in SQL. A test compares the two. */
export function pointsBesideText(evidence: EvidenceColumns, weights: CandidateWeights): SQL {
  const { hoursAfterStart: start, hoursAfterEnd: end } = evidence
  const hours = sql`least(${start}, ${number(weights.maxWorkHours)} + coalesce(${end}, 0))`
  const shares = Object.entries(priorityShares).map(
    ([level, share]) => sql`when ${Number(level)}::int then ${number(share)}`,
  )
  const points = [
    sql`case when ${evidence.isLinked} then ${number(weights.link)} else 0 end`,
    sql`case ${evidence.serviceMatch} when 'affected' then ${number(weights.service)}
      when 'named' then ${number(weights.service * weights.named)} else 0 end`,
    // At this exponent the points are already 0; a higher one would underflow.
    sql`case when ${start} is null then 0
      else ${number(weights.time)} * power(0.5::float8, least(${hours} / ${number(weights.halfLife)}, 100)) end`,
    sql`${number(weights.priority)} * case ${evidence.priorityLevel} ${sql.join(shares, sql` `)} else 0 end`,
  ].map(rounded)
  return sql`(${sql.join(points, sql` + `)})::int`
}

/** Computes the points for common words, which rise with the similarity. */
export const textPoints = (likeness: SQL, weights: CandidateWeights): SQL =>
  sql`${rounded(sql`${number(weights.text)} * (1 - exp(greatest(-${likeness} / ${number(weights.enoughLikeness)}, -100)))`)}::int`

/** Computes the lowest similarity that gives so many points for common words; infinite if none does. */
export const likenessForPoints = (points: SQL, { text, enoughLikeness }: CandidateWeights): SQL =>
  sql`case when ${points} <= 0 then 0 when ${points} - 0.5::float8 >= ${number(text)} then 'infinity'::float8
    else -${number(enoughLikeness)} * ln(1 - (${points} - 0.5::float8) / ${number(text)}) end`

const number = (value: number) => sql`${value}::float8`
const rounded = (points: SQL) => sql`floor(${points} + 0.5)`
