import { json, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytes, codePointText, moment } from '../columns.ts'

/** How the facts stood that `figure_blocks` holds; one row, and none while nothing is stored. */
export const figureStates = pgTable('figure_states', {
  name: codePointText('name').primaryKey(),
  /** Another one with each time that facts are stored. */
  token: codePointText('token').notNull(),
  /** What facts are made by: those of another shape are of no use. */
  shape: text('shape').notNull(),
  state: json('state').notNull(),
  storedAt: moment('stored_at').notNull(),
})

/** What figures need of each record, a block of neighbouring records in each row, so that a start need not read them all. */
export const figureBlocks = pgTable(
  'figure_blocks',
  {
    source: codePointText('source').notNull(),
    fromKey: codePointText('from_key').notNull(),
    block: bytes('block').notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.fromKey] })],
)
