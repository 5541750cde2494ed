import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { ConnectionOptions } from '#lib/contracts/connection-options.ts'
import type {
  CheckResult,
  RefusedSourceRow,
  RunCounts,
  WritePayload,
  WriteResult,
} from '#lib/contracts/connection-values.ts'
import type { AlertState } from '#lib/domain/sent-events.ts'
import { bytes, codePointText, json, moment, versionedTimes } from './columns.ts'

/** Connections to other systems: some are read and written, others send events. */
export const connections = pgTable(
  'connections',
  {
    id: codePointText('id').primaryKey(),
    kind: codePointText('kind').notNull(),
    /** Unique; part of the URL to which events are sent. */
    name: codePointText('name').notNull(),
    /** URL of the other system; null for one that only sends events. */
    url: text('url'),
    /** Sign-in, tables, filters, interval and write-back, without secrets. */
    options: json('options').$type<ConnectionOptions>().notNull(),
    /** Password, client secret or token, or the secret of the events' signatures; encrypted by `sealText`. */
    sealedSecret: text('sealed_secret'),
    isEnabled: boolean('is_enabled').notNull().default(true),
    /** The last check; null before the first one. */
    checkResult: json('check_result').$type<CheckResult>(),
    /** Time of the next read; null while nothing is to be read. */
    nextRunAt: moment('next_run_at'),
    /** Earliest time of the next request, so that all processes together stay within the limit. */
    nextRequestAt: moment('next_request_at'),
    /** Runs that failed since the last successful one. */
    failures: integer('failures').notNull().default(0),
    ...versionedTimes,
    updatedBy: text('updated_by').notNull(),
  },
  (table) => [uniqueIndex('connections_name').on(table.name), index('connections_next_run_at').on(table.nextRunAt)],
)

/** The progress of each stream of a connection. */
export const connectionStreams = pgTable(
  'connection_streams',
  {
    connectionId: codePointText('connection_id').notNull(),
    /** The table, project or query that is read, in the words of the other system. */
    stream: codePointText('stream').notNull(),
    /** The last row read, by its time of update and its identifier; null before the first read. */
    watermarkTime: text('watermark_time'),
    watermarkKey: text('watermark_key'),
    /** Rows read and expected in the current or last read. */
    done: integer('done').notNull().default(0),
    total: integer('total'),
    /** Time at which the first read was complete. */
    completedAt: moment('completed_at'),
    /** The other system's clock up to which everything has been read. */
    readUntil: moment('read_until'),
    /** Time of the last comparison of keys, which finds deleted records. */
    keysComparedAt: moment('keys_compared_at'),
    /** The last key compared, while the comparison is not finished. */
    keysComparedTo: codePointText('keys_compared_to'),
    /** Mapped fields that the last rows did not have. */
    missingFields: json('missing_fields').$type<readonly string[]>(),
  },
  (table) => [primaryKey({ columns: [table.connectionId, table.stream] })],
)

/** Runs of a connection, with the numbers of rows read and written. */
export const connectionRuns = pgTable(
  'connection_runs',
  {
    id: codePointText('id').primaryKey(),
    connectionId: codePointText('connection_id').notNull(),
    startedAt: moment('started_at').notNull(),
    finishedAt: moment('finished_at'),
    counts: json('counts').$type<RunCounts>().notNull(),
    /** Remarks about the rows that were read, as sentences. */
    remarks: text('remarks').array().notNull().default(sql`'{}'`),
    /** Number of requests sent. */
    requests: integer('requests').notNull().default(0),
    /** The reason of the failure. */
    error: text('error'),
  },
  (table) => [index('connection_runs_started_at').on(table.connectionId, table.startedAt)],
)

/** Pairs of a remote and a local record. */
export const connectionRecords = pgTable(
  'connection_records',
  {
    connectionId: codePointText('connection_id').notNull(),
    stream: codePointText('stream').notNull(),
    /** The remote identifier, such as a sys_id. */
    remoteId: codePointText('foreign_id').notNull(),
    entity: codePointText('entity').notNull(),
    /** The local key, such as a change number or an e-mail address. */
    key: codePointText('key').notNull(),
    /** Time of its last update in its system, in the format of that system. */
    remoteUpdatedAt: text('updated_there'),
    /** Number of writes in its system. */
    remoteVersion: integer('writes_there'),
    /** Time of the last read. */
    readAt: moment('read_at').notNull(),
    /** Time at which it was found to be deleted in its system. */
    remoteDeletedAt: moment('gone_at'),
  },
  (table) => [
    primaryKey({ columns: [table.connectionId, table.stream, table.remoteId] }),
    index('connection_records_key').on(table.entity, table.key),
    index('connection_records_updated_there').on(
      table.connectionId,
      table.stream,
      table.remoteUpdatedAt,
      table.remoteId,
    ),
  ],
)

/** Rows of another system that could not be imported. */
export const connectionRefusals = pgTable(
  'connection_refusals',
  {
    connectionId: codePointText('connection_id').notNull(),
    stream: codePointText('stream').notNull(),
    remoteId: codePointText('foreign_id').notNull(),
    refusal: json('refusal').$type<RefusedSourceRow>().notNull(),
    refusedAt: moment('refused_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.connectionId, table.stream, table.remoteId] })],
)

/** Writes to another system, queued in the transaction of their cause. */
export const connectionWrites = pgTable(
  'connection_writes',
  {
    id: codePointText('id').primaryKey(),
    connectionId: codePointText('connection_id').notNull(),
    /** Names the write, such as `review CHG0030001 version 7`, so that it is queued once. */
    dedupeKey: codePointText('dedupe_key').notNull(),
    entity: codePointText('entity').notNull(),
    /** The local record that it is about. */
    key: codePointText('key').notNull(),
    payload: json('payload').$type<WritePayload>().notNull(),
    status: codePointText('status').$type<'waiting' | 'done' | 'conflict' | 'failed' | 'dropped'>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at').notNull(),
    /** The reason of the failure, or the conflict, for a reader. */
    reason: text('reason'),
    /** Both versions of each field of a conflict, and what was written and read back. */
    result: json('result').$type<WriteResult>(),
    createdAt: moment('created_at').notNull(),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    uniqueIndex('connection_writes_dedupe_key').on(table.connectionId, table.dedupeKey),
    index('connection_writes_waiting').on(table.status, table.nextAttemptAt),
    index('connection_writes_key').on(table.entity, table.key),
  ],
)

/** Events as they were received, kept for 30 days. */
export const inboundEvents = pgTable(
  'inbound_events',
  {
    id: codePointText('id').primaryKey(),
    connectionId: codePointText('connection_id').notNull(),
    /** The sender's identifier of the delivery or, without one, a hash of the body. */
    deliveryId: codePointText('delivery_id').notNull(),
    headers: json('headers').$type<Readonly<Record<string, string>>>().notNull(),
    body: bytes('body').notNull(),
    receivedAt: moment('received_at').notNull(),
    status: codePointText('status').$type<'waiting' | 'done' | 'ignored' | 'failed'>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Number of its deployments and groups of alerts that were applied; the rest follows in the next turn. */
    applied: integer('applied').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at').notNull(),
    processedAt: moment('processed_at'),
    /** The effect of the event, or the reason why it was ignored or failed. */
    outcome: text('outcome'),
  },
  (table) => [
    uniqueIndex('inbound_events_delivery').on(table.connectionId, table.deliveryId),
    index('inbound_events_waiting')
      .on(table.connectionId, table.nextAttemptAt, table.id)
      .where(sql`status = 'waiting'`),
    index('inbound_events_received_at').on(table.connectionId, table.receivedAt),
  ],
)

/** Deployments that the events of a pipeline report. */
export const deployments = pgTable(
  'deployments',
  {
    id: codePointText('id').primaryKey(),
    connectionId: codePointText('connection_id').notNull(),
    /** The identifier of the deployment in its system. */
    remoteId: codePointText('foreign_id').notNull(),
    service: text('service').notNull(),
    environment: text('environment').notNull(),
    isProduction: boolean('is_production').notNull(),
    status: codePointText('status').$type<'running' | 'succeeded' | 'failed' | 'canceled'>().notNull(),
    isRollback: boolean('is_rollback').notNull().default(false),
    /** Branch or tag, commit, title and URL, as far as they are known. */
    facts: json('facts').$type<Readonly<Record<string, string | null>>>().notNull(),
    startedAt: moment('started_at'),
    /** The time of the first terminal status. */
    endedAt: moment('ended_at'),
    /** Time of the newest applied event. */
    eventAt: moment('event_at').notNull(),
    changeNumber: codePointText('change_number'),
    /**
     * The way in which the change was found: the deployment names it in its own field; its service and window fit, with
     * or without a mention in a text; or it was made from the deployment.
     */
    matchedBy: codePointText('matched_by').$type<'number' | 'mention' | 'window' | 'pipeline'>(),
    /** Time, author and kind of the decision about an unrecorded change. */
    handledAt: moment('handled_at'),
    handledBy: text('handled_by'),
    handling: codePointText('handling').$type<'review' | 'dismissed'>(),
    /** The reason of the dismissal. */
    handlingReason: text('handling_reason'),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('deployments_foreign_id').on(table.connectionId, table.remoteId),
    index('deployments_change_number').on(table.changeNumber),
    index('deployments_service').on(table.service, table.startedAt),
    index('deployments_unrecorded').on(table.startedAt).where(sql`matched_by = 'pipeline' and handled_at is null`),
  ],
)

/** Groups of alerts, each of which is one incident. */
export const alertGroups = pgTable(
  'alert_groups',
  {
    connectionId: codePointText('connection_id').notNull(),
    /**
     * The identifier of the group or incident in its system, and the time at which it began according to that system.
     */
    groupKey: codePointText('group_key').notNull(),
    incidentNumber: codePointText('incident_number').notNull(),
    startedAt: moment('started_at').notNull(),
    resolvedAt: moment('resolved_at'),
    eventAt: moment('event_at').notNull(),
    /** The newest known state of each alert of the group, by its key. */
    alerts: json('alerts').$type<Readonly<Record<string, AlertState>>>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.connectionId, table.groupKey] }),
    index('alert_groups_incident_number').on(table.incidentNumber),
  ],
)

/** Issues of another system that stand for improvement actions. */
export const issueLinks = pgTable(
  'issue_links',
  {
    improvementId: codePointText('improvement_id').notNull(),
    connectionId: codePointText('connection_id').notNull(),
    /** The key in the tracker, such as `OPS-12` or `owner/name#12`. */
    issueKey: codePointText('issue_key').notNull(),
    url: text('url').notNull(),
    status: codePointText('status').$type<'creating' | 'linked' | 'gone' | 'failed'>().notNull(),
    /** The last state that both sides agreed on, and the last one seen on each. */
    state: json('state').$type<Readonly<Record<string, unknown>>>().notNull(),
    /** The reason why the last synchronisation failed. */
    error: text('error'),
    nextSyncAt: moment('next_sync_at').notNull(),
    createdAt: moment('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    syncedAt: moment('synced_at'),
  },
  (table) => [
    primaryKey({ columns: [table.improvementId, table.connectionId] }),
    index('issue_links_next_sync_at').on(table.nextSyncAt),
    index('issue_links_issue_key').on(table.connectionId, table.issueKey),
  ],
)
