import { type SQL, sql } from 'drizzle-orm'
import { type CandidateWeights, priorityShares } from '#lib/domain/candidate-score.ts'

/** The columns of an incident's evidence that the score is made of. */
export type EvidenceColumns = {
  readonly isLinked: SQL
  readonly serviceMatch: SQL
  readonly hoursAfterStart: SQL
  readonly hoursAfterEnd: SQL
  readonly likeness: SQL
  readonly priorityLevel: SQL
}

/** `scoreCandidate` in SQL, so that the database sorts and counts; a test holds the two against each other. */
export function scoreSql(evidence: EvidenceColumns, weights: CandidateWeights): SQL {
  const { hoursAfterStart: start, hoursAfterEnd: end, likeness } = evidence
  const number = (value: number) => sql`${value}::float8`
  const hours = sql`least(${start}, ${number(weights.longestWork)} + coalesce(${end}, 0))`
  const shares = Object.entries(priorityShares).map(
    ([level, share]) => sql`when ${Number(level)}::int then ${number(share)}`,
  )
  const points = [
    sql`case when ${evidence.isLinked} then ${number(weights.link)} else 0 end`,
    sql`case ${evidence.serviceMatch} when 'affected' then ${number(weights.service)}
      when 'named' then ${number(weights.service * weights.named)} else 0 end`,
    // An exponent this low is 0 points; a lower one would be an underflow.
    sql`case when ${start} is null then 0
      else ${number(weights.time)} * power(0.5::float8, least(${hours} / ${number(weights.halfLife)}, 100)) end`,
    sql`${number(weights.text)} * (1 - exp(greatest(-${likeness} / ${number(weights.enoughLikeness)}, -100)))`,
    sql`${number(weights.priority)} * case ${evidence.priorityLevel} ${sql.join(shares, sql` `)} else 0 end`,
  ].map((part) => sql`floor(${part} + 0.5)`)
  return sql`(${sql.join(points, sql` + `)})::int`
}
