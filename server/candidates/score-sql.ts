import { type SQL, sql } from 'drizzle-orm'
import { type CandidateWeights, priorityShares } from '#lib/domain/candidate-score.ts'

/** The columns of an incident's evidence that the score is made of, beside words in common. */
type EvidenceColumns = {
  readonly isLinked: SQL
  readonly serviceMatch: SQL
  readonly hoursAfterStart: SQL
  readonly hoursAfterEnd: SQL
  readonly priorityLevel: SQL
}

/** The points of `scoreCandidate` for all but words in common; a test holds SQL and rule against each other. */
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
    // An exponent this low is 0 points; a lower one would be an underflow.
    sql`case when ${start} is null then 0
      else ${number(weights.time)} * power(0.5::float8, least(${hours} / ${number(weights.halfLife)}, 100)) end`,
    sql`${number(weights.priority)} * case ${evidence.priorityLevel} ${sql.join(shares, sql` `)} else 0 end`,
  ].map(rounded)
  return sql`(${sql.join(points, sql` + `)})::int`
}

/** The points for words in common; they do not fall when the likeness rises. */
export const textPoints = (likeness: SQL, weights: CandidateWeights): SQL =>
  sql`${rounded(sql`${number(weights.text)} * (1 - exp(greatest(-${likeness} / ${number(weights.enoughLikeness)}, -100)))`)}::int`

/** The least likeness that gives so many points for words in common; infinite where none does. */
export const likenessForPoints = (points: SQL, { text, enoughLikeness }: CandidateWeights): SQL =>
  sql`case when ${points} <= 0 then 0 when ${points} - 0.5::float8 >= ${number(text)} then 'infinity'::float8
    else -${number(enoughLikeness)} * ln(1 - (${points} - 0.5::float8) / ${number(text)}) end`

const number = (value: number) => sql`${value}::float8`
const rounded = (points: SQL) => sql`floor(${points} + 0.5)`
