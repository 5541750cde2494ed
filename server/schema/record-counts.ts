import { bigint, pgTable, primaryKey, smallint } from 'drizzle-orm/pg-core'
import { codePointText } from './columns.ts'

/**
 * Row counts of the tables with long lists, summed over the shards of a table. Triggers maintain them, so they are
 * exact after every write. A table without a row here has no triggers and is counted by count(*).
 */
export const recordCounts = pgTable(
  'record_counts',
  {
    tableName: codePointText('table_name').notNull(),
    /** Concurrent writers use different shards, so none waits for another. */
    shard: smallint('shard').notNull(),
    records: bigint('records', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.tableName, table.shard] })],
)
