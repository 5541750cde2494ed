import { hash } from 'node:crypto'
import { Pool } from 'pg'
import { processWideFor } from '#server/platform/process-wide.ts'
import { isThroughPooler, type Queryable } from './client.ts'

/** Statements that each session of PostgreSQL keeps prepared; queries beyond are built and planned each time. */
const maxPrepared = 300

/** A query built by drizzle, whose values are placeholders. */
type Preparable<Rows> = {
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<Rows> }
}

/**
 * Runs a query that drizzle builds once for each pool and PostgreSQL parses once for each session. `key` identifies the
 * SQL: two queries with the same key must differ in the values of their placeholders alone. Inside a transaction, and
 * behind a connection pooler, the query is built each time.
 */
export function runPrepared<Rows>(
  db: Queryable,
  key: string,
  values: Record<string, unknown>,
  build: (db: Queryable) => Preparable<Rows>,
): Promise<Rows> {
  if (!('$client' in db && db.$client instanceof Pool) || isThroughPooler())
    return build(db).prepare('').execute(values)
  const prepared = processWideFor('prepared-queries', db.$client, () => new Map<string, unknown>())
  const known = prepared.get(key) as ReturnType<Preparable<Rows>['prepare']> | undefined
  const isKept = known !== undefined || prepared.size < maxPrepared
  const query = known ?? build(db).prepare(isKept ? `hindsight_${hash('sha256', key, 'base64url')}` : '')
  if (isKept) prepared.set(key, query)
  return query.execute(values)
}
