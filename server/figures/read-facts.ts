import { and, gte, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import { type PgColumn, PgDialect } from 'drizzle-orm/pg-core'
import { figureNames } from '#lib/contracts/app/figure-tokens.ts'
import type { Queryable } from '#server/db/client.ts'
import { changes } from '#server/db/schema/changes.ts'
import { improvements } from '#server/db/schema/improvements.ts'
import { reviews } from '#server/db/schema/reviews.ts'
import { figureParts } from './figure-parts.ts'
import { type Cut, countsChange, type PopulationName, populationCte } from './populations.ts'

/** What figures need to know of a record in a population, whatever the period and the filters. */
export type FactRow = {
  readonly population: PopulationName
  readonly id: string
  /** Days since 1970-01-01. */
  readonly day: number
  /** Two bits for each figure of the population: whether the numerator and the denominator count it. */
  readonly bits: number
  /** Of the change; null where an action belongs to none that counts. */
  readonly type: string | null
  readonly team: string | null
  /** As PostgreSQL writes an array. */
  readonly services: string | null
  readonly outcome: string | null
  readonly days: number | null
}

/** The records that facts are read by: changes, with their reviews, and improvements. */
export const factSources = ['changes', 'improvements'] as const
export type FactSource = (typeof factSources)[number]
const populationsOf: Readonly<Record<FactSource, readonly PopulationName[]>> = {
  changes: ['ended', 'completed', 'open_reviews'],
  improvements: ['due_actions'],
}
const keyOf = { changes: changes.number, improvements: improvements.id } as const

/** Keys from `from` on, up to `to`, which is not in it; null: up to the end. */
export type KeyRange = { readonly from: string; readonly to: string | null }

const isWithin = (key: PgColumn, { from, to }: KeyRange): SQL | undefined =>
  and(gte(key, from), to === null ? undefined : lt(key, to))

/** As if it were the end of time, so that all that may be overdue one day is: whoever counts leaves out what is not. */
const endOfTime = 'infinity'

const cutOfKeys = (range: KeyRange, size: 'block' | 'portion'): Cut => ({
  filters: {},
  today: endOfTime,
  ofMoment: (moment, key) => and(isNotNull(moment), isWithin(key, range)),
  ofDay: (_, key) => isWithin(key, range),
  ofAnyDay: (key) => isWithin(key, range),
  ofJoined: (key) => (size === 'portion' ? isWithin(key, range) : undefined),
  isCurrent: () => sql`true`,
})

const figuresOf = (population: PopulationName) =>
  figureNames.filter((name) => figureParts[name].population === population)

/** For each figure of a population the bits that tell whether its numerator and its denominator count a record. */
export const bitsOf = (population: PopulationName) =>
  figuresOf(population).map((name, index) => ({ name, numerator: 4 ** index, denominator: 2 * 4 ** index }))

function bitsSql(population: PopulationName): SQL {
  const bits = bitsOf(population).map(
    ({
      name,
      numerator,
      denominator,
    }) => sql`case when ${figureParts[name].numerator} then ${sql.raw(`${numerator}`)} else 0 end
      + case when ${figureParts[name].denominator} then ${sql.raw(`${denominator}`)} else 0 end`,
  )
  return sql.join(bits, sql` + `)
}

function factsSql(population: PopulationName): SQL {
  const name = sql.raw(population)
  const none = sql`null::text`
  const [outcome, days] = [
    population === 'ended' ? sql`outcome` : none,
    population === 'completed' ? sql`days` : sql`null::float8`,
  ]
  const change =
    population !== 'due_actions'
      ? sql``
      : sql`left join (
          select ${reviews.reference} as source_ref, ${changes.assignmentGroup} as team, ${changes.type} as type,
            ${changes.affectedServices} as services
          from ${reviews} join ${changes} on ${changes.number} = ${reviews.changeNumber} where ${countsChange({})}
        ) as of_change using (source_ref)`
  return sql`select ${sql.raw(`'${population}'`)} as population, id, day - date '1970-01-01' as day,
    ${bitsSql(population)} as bits, type, team, services::text as services, ${outcome} as outcome, ${days} as days
    from ${name} ${change}`
}

/** The facts of the records in a range of keys, by key: of a block, which are few, or of a portion of all. */
export async function readFacts(
  db: Queryable,
  source: FactSource,
  range: KeyRange,
  size: 'block' | 'portion',
): Promise<FactRow[]> {
  const { rows } = await db.execute<FactRow>(factsQuery(source, range, size))
  return rows
}

function factsQuery(source: FactSource, range: KeyRange, size: 'block' | 'portion'): SQL {
  const names = populationsOf[source]
  const cut = cutOfKeys(range, size)
  const parts = names.map((name) => populationCte(name, cut))
  return sql`
    with ${sql.join(parts, sql`, `)}
    ${sql.join(names.map(factsSql), sql` union all `)} order by id`
}

/** By what facts are read, another text where they are other ones. */
export function factsText(): string {
  const range = { from: '', to: null }
  return JSON.stringify(factSources.map((source) => new PgDialect().sqlToQuery(factsQuery(source, range, 'block'))))
}

/** Every so many keys of a source, in their order: where one range ends and the next one starts. */
export async function readKeyBounds(db: Queryable, source: FactSource, every: number): Promise<string[]> {
  const key = keyOf[source]
  const { rows } = await db.execute<{ key: string }>(sql`
    select key from (select ${key} as key, row_number() over (order by ${key}) as place from ${key.table}) as numbered
    where place % ${every} = 0 order by key`)
  return rows.map((row) => row.key)
}
