import { bigint, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { codePointText } from '../columns.ts'

/** Lists whose size and version are known without reading them: the tables of the same names. */
export const listNames = [
  'users',
  'products',
  'changes',
  'incidents',
  'improvements',
  'articles',
  'reviews',
  'policy_decisions',
] as const
export type ListName = (typeof listNames)[number]

/** What was written to a list, up to the writes that still have a row of their own in `list_writes`. */
export const listTotals = pgTable('list_totals', {
  list: codePointText('list').$type<ListName>().primaryKey(),
  /** Another one where the other numbers do not go on from what they were: first counted, restored, put right. */
  epoch: codePointText('epoch').notNull(),
  writes: bigint('writes', { mode: 'number' }).notNull(),
  /** Records that came and that went; the difference is how many there are. */
  inserted: bigint('inserted', { mode: 'number' }).notNull(),
  removed: bigint('removed', { mode: 'number' }).notNull(),
})

/** Writes to a list that are not added up yet: a row for each, so that no writer waits for another. */
export const listWrites = pgTable(
  'list_writes',
  {
    list: codePointText('list').$type<ListName>().notNull(),
    id: codePointText('id').notNull(),
    inserted: integer('inserted').notNull(),
    removed: integer('removed').notNull(),
  },
  (table) => [primaryKey({ columns: [table.list, table.id] })],
)
