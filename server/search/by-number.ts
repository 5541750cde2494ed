import { and, desc, inArray, like, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { containsText } from '#server/platform/db/filter-sql.ts'
import type { Context } from '#server/platform/runtime/context.ts'

/** Maximum results of each kind. */
export const maxResults = 6

export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** True if the text may be part of a number: long enough for trigrams, with a digit. */
const isPartOfNumber = (text: string) => /^(?=.*\d)\S{3,}$/.test(text)

/**
 * Selects records by number: the exact number first, then numbers that start with it, then numbers that contain it; the
 * highest first.
 */
export function selectByNumber(
  { db }: Context,
  q: string,
  { table, number, columns, otherNumber = number }: NumberedRecords,
): SQL {
  const spellings = [q, q.toUpperCase()]
  const startsWithIt = or(...spellings.map((text) => like(number, `${escapeLike(text)}%`)))
  const ranked = (place: number) => ({
    ...columns,
    number_key: sql`${number}`.as('number_key'),
    place: sql`${place}::int`.as('place'),
  })
  const exact = db
    .select(ranked(0))
    .from(table)
    .where(or(inArray(number, spellings), inArray(otherNumber, spellings)))
  const longer = db
    .select(ranked(1))
    .from(table)
    .where(and(startsWithIt, notInArray(number, spellings)))
    .orderBy(desc(number))
    .limit(maxResults)
  const containing = db
    .select(ranked(2))
    .from(table)
    .where(isPartOfNumber(q) ? sql`${containsText(number, q)} and not ${startsWithIt}` : sql`false`)
    .orderBy(desc(number))
    .limit(maxResults)
  const names = sql.join(
    Object.keys(columns).map((name) => sql.identifier(name)),
    sql`, `,
  )
  return sql`select ${names} from (${exact} union all (${longer}) union all (${containing})) numbered
    order by place, number_key desc limit ${maxResults}`
}

type NumberedRecords = {
  readonly table: PgTable
  readonly number: PgColumn
  /** Columns that a result shows. */
  readonly columns: Readonly<Record<string, PgColumn | SQL.Aliased>>
  /** A second number, which is only matched as a whole. */
  readonly otherNumber?: PgColumn
}
