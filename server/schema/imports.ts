import { bigint, boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { OriginKind, originSources } from '#lib/contracts/app/changes.ts'
import type { eventEntities } from '#lib/contracts/events.ts'
import type { ImportOptions, ImportRecord, ImportResult, Mapping } from '#lib/contracts/import-records.ts'
import type { ImportKind, ImportSource, ImportStatus } from '#lib/contracts/import-values.ts'
import { bytes, codePointText, json, moment, recordTimes } from './columns.ts'

/** Imports of files: by the page, the command line or the API. */
export const imports = pgTable(
  'imports',
  {
    id: codePointText('id').primaryKey(),
    kind: codePointText('kind').$type<ImportKind>().notNull(),
    source: codePointText('source').$type<ImportSource>().notNull(),
    fileName: text('file_name').notNull(),
    /** Size in bytes. */
    size: bigint('size', { mode: 'number' }).notNull(),
    status: codePointText('status').$type<ImportStatus>().notNull(),
    options: json('options').$type<ImportOptions>().notNull(),
    isDryRun: boolean('is_dry_run').notNull().default(false),
    /** Rows read so far, and those refused among them. */
    rows: integer('rows').notNull().default(0),
    refused: integer('refused').notNull().default(0),
    progress: json('progress').$type<NonNullable<ImportRecord['progress']>>(),
    /** Null until the import is done. */
    result: json('result').$type<ImportResult>(),
    /** The reason of the failure. */
    error: text('error'),
    /** The sender or, once a person runs it, that person; `created_by` is the name. */
    actorKind: codePointText('actor_kind').$type<'token' | 'account' | 'system' | 'anonymous'>().notNull(),
    actorId: codePointText('actor_id').notNull(),
    createdBy: text('created_by').notNull(),
    /** The account whose turns and space it takes: of the person, or of the one who issued the token. */
    caller: codePointText('caller'),
    createdAt: moment('created_at').notNull(),
    startedAt: moment('started_at'),
    finishedAt: moment('finished_at'),
    /** Number of times that a process has started to run it; identifies the process that may finish it. */
    attempts: integer('attempts').notNull().default(0),
    /** Last sign of life of the process that runs it. */
    aliveAt: moment('alive_at'),
    cancelRequestedAt: moment('cancel_requested_at'),
    undoneAt: moment('undone_at'),
    undoneBy: text('undone_by'),
  },
  (table) => [
    index('imports_created_at').on(table.createdAt, table.id),
    index('imports_status').on(table.status, table.createdAt),
    index('imports_caller').on(table.caller, table.startedAt),
  ],
)

/** The file of an import and its refused rows, in parts of about 1 MB, so that any process can run the import. */
export const importParts = pgTable(
  'import_parts',
  {
    importId: codePointText('import_id').notNull(),
    role: codePointText('role').$type<'file' | 'refused'>().notNull(),
    /** Position in the file, from 0. */
    ordinal: integer('ordinal').notNull(),
    content: bytes('content').notNull(),
    /** The caller, as in `imports`, whose share of the space it takes; null in parts that were stored before. */
    caller: codePointText('caller'),
    storedAt: moment('stored_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.role, table.ordinal] }),
    index('import_parts_stored_at').on(table.storedAt),
  ],
)

/** The rows of files and of other systems that wrote a record; the last of them is its origin. Rows are only added. */
export const recordOrigins = pgTable(
  'record_origins',
  {
    kind: codePointText('kind').$type<OriginKind>().notNull(),
    number: codePointText('number').notNull(),
    sourceKind: codePointText('source_kind').$type<(typeof originSources)[number]>().notNull(),
    /** The identifier of the import or the connection. */
    sourceId: codePointText('source_id').notNull(),
    /** The line of the file, or the table with the query that was sent. */
    detail: text('detail').notNull(),
    readAt: moment('read_at').notNull(),
    /** SHA-256 of the row as it was read: see `digestRow`. */
    digest: codePointText('digest').notNull(),
    /** The order in which the rows were written. */
    position: bigint('position', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  },
  (table) => [primaryKey({ columns: [table.number, table.kind, table.position] })],
)

/** Records that the retention deleted: no import brings them back, and an audit counts the changes of its period. */
export const deletedRecords = pgTable(
  'deleted_records',
  {
    kind: codePointText('kind').$type<(typeof eventEntities)[number]>().notNull(),
    /** The identifier, of a change or an incident as `numberKeySql` compares it. */
    key: codePointText('key').notNull(),
    deletedAt: moment('deleted_at').notNull(),
    /** End of the work of a closed change; null for every other record. */
    endedAt: moment('ended_at'),
  },
  (table) => [primaryKey({ columns: [table.kind, table.key] }), index('deleted_records_ended_at').on(table.endedAt)],
)

/** Mappings of columns to fields, saved under a name for page, command line and API. */
export const importMappings = pgTable('import_mappings', {
  name: codePointText('name').primaryKey(),
  kind: codePointText('kind').$type<ImportKind>().notNull(),
  mapping: json('mapping').$type<Mapping>().notNull(),
  savedBy: text('saved_by').notNull(),
  ...recordTimes,
})
