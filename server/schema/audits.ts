import { type SQL, sql } from 'drizzle-orm'
import { date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { AuditMethod, AuditState } from '#lib/contracts/app/audits.ts'
import type { Finding } from '#lib/domain/audits/reconciliation.ts'
import { codePointText, json, moment } from './columns.ts'
import { deployments } from './connections.ts'

/** Audits: the filter and period of the closed changes, and how a sample is drawn from them. */
export const audits = pgTable(
  'audits',
  {
    id: codePointText('id').primaryKey(),
    name: text('name').notNull(),
    /** Days of the organisation, both included. */
    from: date('from_day', { mode: 'string' }).notNull(),
    to: date('to_day', { mode: 'string' }).notNull(),
    query: text('query'),
    method: codePointText('method').$type<AuditMethod>().notNull(),
    size: integer('size'),
    seed: text('seed').notNull(),
    populationCount: integer('population_count').notNull(),
    /** SHA-256 of the numbers in order, each followed by a line feed; hexadecimal. */
    populationDigest: codePointText('population_digest').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: moment('created_at').notNull(),
    drawnAt: moment('drawn_at'),
    origin: text('origin').notNull(),
  },
  (table) => [index('audits_created_at').on(table.createdAt, table.id)],
)

/** Condition that a span of time may be in the period of an audit; a day more on each side covers any zone. */
export const isInAuditPeriod = (from: SQL, to: SQL): SQL => sql`exists (
  select from ${audits} where ${audits.from} - 2 <= ${to}::date and ${from}::date <= ${audits.to} + 2)`

/**
 * Condition that a deployment waits for a decision, as no change authorised it, or may be in the period of an audit.
 */
export const isNeededDeployment: SQL = sql`(
  (${deployments.matchedBy} is not distinct from 'pipeline' and ${deployments.handledAt} is null)
  or ${isInAuditPeriod(sql`coalesce(${deployments.startedAt}, ${deployments.endedAt})`, sql`${deployments.endedAt}`)})`

/** The population of each audit, frozen: the numbers as they were. Rows with an order are drawn. */
export const auditChanges = pgTable(
  'audit_changes',
  {
    auditId: codePointText('audit_id').notNull(),
    /** Position from 1, in the order of the numbers by code point. */
    position: integer('position').notNull(),
    number: codePointText('change_number').notNull(),
    drawnOrder: integer('drawn_order'),
    requestNumber: text('request_number'),
    state: codePointText('state').$type<AuditState>().notNull().default('drawn'),
    note: text('note'),
    updatedBy: text('updated_by'),
    updatedAt: moment('updated_at'),
  },
  (table) => [
    primaryKey({ columns: [table.auditId, table.position] }),
    index('audit_changes_drawn').on(table.auditId, table.drawnOrder),
    index('audit_changes_number').on(table.number),
  ],
)

/** Counts by sources for audits; each count is kept. */
export const auditCounts = pgTable(
  'audit_counts',
  {
    id: codePointText('id').primaryKey(),
    auditId: codePointText('audit_id').notNull(),
    connectionId: codePointText('connection_id').notNull(),
    /** The name of the connection at that time. */
    connection: text('connection').notNull(),
    findings: json('findings').$type<readonly Finding[]>().notNull(),
    /** The reason why there is no count; null if there is one. */
    error: text('error'),
    countedAt: moment('counted_at').notNull(),
    countedBy: text('counted_by').notNull(),
  },
  (table) => [index('audit_counts_audit').on(table.auditId, table.connectionId, table.countedAt)],
)

/** The reason, stated by a person, why a deployment in the period of an audit needed no authorised change. */
export const auditExplanations = pgTable(
  'audit_explanations',
  {
    auditId: codePointText('audit_id').notNull(),
    deploymentId: codePointText('deployment_id').notNull(),
    explanation: text('explanation').notNull(),
    updatedBy: text('updated_by').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.auditId, table.deploymentId] })],
)
