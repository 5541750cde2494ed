import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { codePointText, json, moment } from './columns.ts'

/** Settings made in the browser, by key; without a row the default holds. A secret is in `sealed` only. */
export const settings = pgTable('settings', {
  key: codePointText('key').primaryKey(),
  value: json('value').$type<unknown>(),
  /** A secret, encrypted with a key derived from HINDSIGHT_SECRET. */
  sealed: text('sealed'),
  version: integer('version').notNull().default(1),
  updatedAt: moment('updated_at').notNull(),
  updatedBy: text('updated_by').notNull(),
})

/** Valid codes for adding the first account; each starting process prints its own. */
export const setupCodes = pgTable('setup_codes', {
  /** SHA-256 of the code, hexadecimal. */
  codeHash: codePointText('code_hash').primaryKey(),
  expiresAt: moment('expires_at').notNull(),
})

/** The running processes of the service; each renews its row, and stale rows are deleted. */
export const serviceProcesses = pgTable(
  'service_processes',
  {
    id: codePointText('id').primaryKey(),
    host: text('host').notNull(),
    pid: integer('pid').notNull(),
    version: text('version').notNull(),
    areJobsOn: boolean('are_jobs_on').notNull(),
    startedAt: moment('started_at').notNull(),
    seenAt: moment('seen_at').notNull(),
  },
  (table) => [index('service_processes_seen_at').on(table.seenAt)],
)

/** The one row that says which database the installation lives in; no backup contains it. */
export const installation = pgTable('installation', {
  id: integer('id').primaryKey().default(1),
  /** What `installation_identity()` was when an admin or the first start called this the real one. */
  identity: text('identity').notNull(),
  /** Since when this is known to be a copy; null for the original. */
  copiedAt: moment('copied_at'),
})
