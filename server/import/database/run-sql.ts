import { sql } from 'drizzle-orm'
import type { Queryable } from '#server/platform/db/client.ts'

/** Runs a statement that is built from names in the code and escaped literals. */
export const runSql = <Row extends Record<string, unknown>>(db: Queryable, statement: string) =>
  db.execute<Row>(sql.raw(statement))
