import { bigint, integer, pgTable } from 'drizzle-orm/pg-core'
import { codePointText } from './columns.ts'

/**
 * Sign-in attempts, and the requests of callers with many in the current minute, of all processes. The columns are
 * those of rate-limiter-flexible.
 */
export const callerCounts = pgTable('caller_counts', {
  key: codePointText('key').primaryKey(),
  points: integer('points').notNull().default(0),
  /** Time of expiry in milliseconds since 1970. */
  expire: bigint('expire', { mode: 'number' }),
})
