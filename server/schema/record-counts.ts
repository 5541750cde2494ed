import { bigint, pgTable, primaryKey, smallint } from 'drizzle-orm/pg-core'
import { codePointText } from './columns.ts'

/**
 * How many rows the tables with long lists have: the sum over the shards of a table. Triggers keep it, so it is exact
 * after every write. A table without a row here has no triggers and is counted with count(*).
 */
export const recordCounts = pgTable(
  'record_counts',
  {
    tableName: codePointText('table_name').notNull(),
    /** Writers that run at the same time use different shards, so none waits for another. */
    shard: smallint('shard').notNull(),
    records: bigint('records', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.tableName, table.shard] })],
)
