import { type SQL, sql } from 'drizzle-orm'
import { customType, type PgColumn } from 'drizzle-orm/pg-core'

/** Text that compares and sorts by code point, the same on every server: identifiers, references, sort keys. */
export const codePointText = customType<{ data: string; driverData: string }>({
  dataType: () => 'text collate "C"',
})

/** JSON kept as written, key order included. */
export const writtenJson = customType<{ data: Record<string, unknown>; driverData: string }>({
  dataType: () => 'json',
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) => (typeof value === 'string' ? JSON.parse(value) : value),
})

/** PostgreSQL's text of a timestamptz in a UTC session as ISO 8601 with milliseconds: `2026-03-01T10:00:00.000Z`. */
function isoFromPostgres(value: string): string {
  const milliseconds =
    value.length > 22
      ? value
          .slice(20, value.length - 3)
          .padEnd(3, '0')
          .slice(0, 3)
      : '000'
  return `${value.slice(0, 10)}T${value.slice(11, 19)}.${milliseconds}Z`
}

/** A moment in milliseconds as an ISO 8601 string in UTC. The session's time zone must be UTC. */
export const moment = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamptz(3)',
  fromDriver: isoFromPostgres,
})

/** Bytes as they are. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** The words of a text as PostgreSQL's full text search holds them. */
export const searchVector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** A moment as a key to sort by: one that is missing is later than any. For queries and for the indexes that serve them. */
export const orInfinity = (column: PgColumn): SQL => sql`coalesce(${column}, 'infinity'::timestamptz)`

/** The same where a missing one is earlier than any. */
export const orMinusInfinity = (column: PgColumn): SQL => sql`coalesce(${column}, '-infinity'::timestamptz)`

/** The place of a value among all that it may be, as a key to sort by; 0 where there is none. */
export function rankOf(column: PgColumn, values: readonly string[]): SQL {
  const list = sql.raw(values.map((value) => `'${value}'`).join(', '))
  return sql`coalesce(array_position(array[${list}]::text[], ${column}::text), 0)`
}
