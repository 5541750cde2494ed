import { bigint, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { codePointText } from './columns.ts'

/** What each process counted of a caller's requests in the running window; the others read it about once a second. */
export const requestCounts = pgTable(
  'request_counts',
  {
    key: codePointText('key').notNull(),
    process: codePointText('process').notNull(),
    count: integer('count').notNull(),
    /** Milliseconds since 1970. */
    endsAt: bigint('ends_at', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.process] })],
)

/** Attempts to sign in, of all processes; the columns are those of rate-limiter-flexible. */
export const signInAttempts = pgTable('sign_in_attempts', {
  key: codePointText('key').primaryKey(),
  points: integer('points').notNull().default(0),
  /** Milliseconds since 1970. */
  expire: bigint('expire', { mode: 'number' }),
})
