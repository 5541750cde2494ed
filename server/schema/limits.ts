import { bigint, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { codePointText } from './columns.ts'

/**
 * Each process's count of a caller's requests in the current window; the other processes read it about once a second.
 */
export const requestCounts = pgTable(
  'request_counts',
  {
    key: codePointText('key').notNull(),
    process: codePointText('process').notNull(),
    count: integer('count').notNull(),
    /** End of the window in milliseconds since 1970. */
    endsAt: bigint('ends_at', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.process] })],
)

/** Sign-in attempts, shared by all processes; rate-limiter-flexible defines the columns. */
export const signInAttempts = pgTable('sign_in_attempts', {
  key: codePointText('key').primaryKey(),
  points: integer('points').notNull().default(0),
  /** Time of expiry in milliseconds since 1970. */
  expire: bigint('expire', { mode: 'number' }),
})
