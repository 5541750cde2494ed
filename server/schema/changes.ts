import { type SQL, sql } from 'drizzle-orm'
import {
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  type PgColumn,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { changeRisks, type changeTypes, type ReviewOutcome } from '#lib/contracts/changes.ts'
import type { incidentStates } from '#lib/contracts/incidents.ts'
import type { Measure } from '#lib/contracts/measures.ts'
import type { CloseCode } from '#lib/contracts/record-values.ts'
import { changeStates } from '#lib/contracts/record-values.ts'
import {
  codePointText,
  englishWords,
  json,
  moment,
  numberKeySql,
  orderByList,
  orInfinity,
  orMinusInfinity,
  searchVector,
  trigrams,
  versionedTimes,
} from './columns.ts'

export const changes = pgTable(
  'changes',
  {
    number: codePointText('number').primaryKey(),
    title: codePointText('title').notNull(),
    /** What is changed, in full. */
    description: text('description'),
    /** What it is to achieve, in the words of the source. */
    objective: text('objective'),
    /** The number of the change to which it belongs, which may not be recorded. */
    parent: codePointText('parent'),
    /** The change model or template from which it was made. */
    model: codePointText('model'),
    /** Hours of work that were planned, and that it took, as the source has them. */
    effortPlanned: doublePrecision('effort_planned'),
    effortActual: doublePrecision('effort_actual'),
    /** What it promised in figures, with the readings: read, judged and versioned as a whole. */
    measures: json('measures').$type<Measure[]>().notNull().default([]),
    state: codePointText('state').$type<(typeof changeStates)[number]>().notNull(),
    type: codePointText('type').$type<(typeof changeTypes)[number]>().notNull(),
    risk: codePointText('risk').$type<(typeof changeRisks)[number]>(),
    affectedServices: text('affected_services').array().notNull(),
    implementationPlan: json('implementation_plan').$type<Record<string, unknown>>(),
    riskAssessment: json('risk_assessment').$type<Record<string, unknown>>(),
    backoutPlan: json('backout_plan').$type<Record<string, unknown>>(),
    plannedStart: moment('planned_start'),
    plannedEnd: moment('planned_end'),
    actualStart: moment('actual_start'),
    actualEnd: moment('actual_end'),
    assignedTo: codePointText('assigned_to'),
    requestedBy: codePointText('requested_by'),
    assignmentGroup: codePointText('assignment_group'),
    approvedBy: codePointText('approved_by'),
    approvedAt: moment('approved_at'),
    /** The result of the implementation as the source system reports it; null if it does not. */
    closeCode: codePointText('close_code').$type<CloseCode>(),
    /** The notes written at its closure, as the source system has them. */
    closeNotes: text('close_notes'),
    /** Time at which a pipeline rolled it back. */
    rolledBackAt: moment('rolled_back_at'),
    /** True if it was implemented without authorization. */
    isUnauthorized: boolean('is_unauthorized').notNull().default(false),
    pirCompleted: boolean('pir_completed').notNull().default(false),
    pirReference: codePointText('pir_reference'),
    pirOutcome: codePointText('pir_outcome').$type<ReviewOutcome>(),
    pirDate: date('pir_date', { mode: 'string' }),
    isStub: boolean('is_stub').notNull().default(false),
    /** The reason for its legal hold, during which no retention deletes it or its records; null without one. */
    heldBecause: text('held_because'),
    /**
     * True for a change that was closed without having been in review in Hindsight, as between two imports, and that
     * has no decision of the policy yet.
     */
    awaitsDecision: boolean('awaits_decision').notNull().default(false),
    origin: text('origin').notNull(),
    /**
     * 0, or another number for an old record of a time when a number could be stored in two spellings, which compare as
     * equal.
     */
    twin: smallint('twin').notNull().default(0),
    ...versionedTimes,
  },
  (table) => [
    uniqueIndex('changes_number_key').on(numberKeySql(table.number), table.twin),
    index('changes_created_at').on(table.createdAt, table.number),
    index('changes_state').on(table.state, table.createdAt),
    index('changes_pir_reference').on(table.pirReference),
    index('changes_actual_end').on(table.actualEnd),
    index('changes_by_title').on(table.title, table.number),
    index('changes_by_state').on(table.state, table.number),
    // Each index has the column behind its expression too: otherwise PostgreSQL cannot use an index-only scan.
    index('changes_by_state_rank').on(orderByList(table.state, changeStates), table.number, table.state),
    index('changes_by_risk_rank').on(orderByList(table.risk, changeRisks), table.number, table.risk),
    index('changes_by_planned_start').on(orInfinity(table.plannedStart), table.number, table.plannedStart),
    index('changes_by_actual_end').on(orInfinity(table.actualEnd), table.number, table.actualEnd),
    index('changes_latest_end').on(orMinusInfinity(table.actualEnd), table.number, table.actualEnd),
    index('changes_by_updated_at').on(table.updatedAt, table.number),
    index('changes_awaiting_decision').on(table.number).where(sql`awaits_decision`),
    index('changes_measured').on(table.number).where(sql`json_array_length(measures) > 0`),
    index('changes_held').on(table.number).where(sql`held_because is not null`),
    index('changes_assigned_to').on(table.assignedTo, table.createdAt),
    index('changes_requested_by').on(table.requestedBy),
    index('changes_model').on(table.model).where(sql`model is not null`),
    index('changes_parent_key').on(numberKeySql(table.parent)),
    index('changes_affected_services').using('gin', table.affectedServices),
    index('changes_number_text').using('gin', trigrams(table.number)),
    index('changes_title_text').using('gin', trigrams(table.title)),
  ],
)

/** True for a normal change that was approved after its work began; standard ones are approved before, emergencies may be after. */
export const isApprovedLate: SQL = sql`coalesce(${changes.type} = 'normal'
  and ${changes.approvedAt} > coalesce(${changes.actualStart}, ${changes.plannedStart}, ${changes.actualEnd}), false)`

/** Condition that a number is that of a change on legal hold. */
export const isHeld = (number: PgColumn): SQL =>
  sql`${number} in (select ${changes.number} from ${changes} where ${changes.heldBecause} is not null)`

/**
 * Class of the time that an incident was open: below 2 hours, below a day, longer or still. A search for an incident that
 * was open at a moment looks back no further than its class lasts, so it reads few that were over by then.
 */
export const durationClass = ({ openedAt, resolvedAt }: { openedAt: PgColumn; resolvedAt: PgColumn }): SQL =>
  sql`(width_bucket(coalesce(extract(epoch from ${resolvedAt} - ${openedAt})::float8, 'infinity'), array[7200, 86400]::float8[]))`

export const incidents = pgTable(
  'incidents',
  {
    number: codePointText('number').primaryKey(),
    shortDescription: text('short_description').notNull(),
    priority: codePointText('priority').notNull(),
    /** 0 (above critical) or 1 (critical) to 5 (planning), parsed from `priority`; null if it has none. */
    priorityLevel: smallint('priority_level'),
    state: codePointText('state').$type<(typeof incidentStates)[number]>().notNull(),
    openedAt: moment('opened_at').notNull(),
    resolvedAt: moment('resolved_at'),
    relatedChange: codePointText('related_change'),
    /** Number of the change whose review confirmed that it caused this incident; null without one. */
    causedByChange: codePointText('caused_by_change'),
    affectedService: codePointText('affected_service'),
    search: searchVector('search').generatedAlwaysAs((): SQL => englishWords(sql`short_description`)),
    origin: text('origin').notNull(),
    /**
     * 0, or another number for an old record of a time when a number could be stored in two spellings, which compare as
     * equal.
     */
    twin: smallint('twin').notNull().default(0),
    version: integer('version').notNull().default(1),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('incidents_number_key').on(numberKeySql(table.number), table.twin),
    index('incidents_related_change_key').on(numberKeySql(table.relatedChange)),
    index('incidents_caused_by_change_key')
      .on(numberKeySql(table.causedByChange))
      .where(sql`caused_by_change is not null`),
    index('incidents_opened_at').on(table.openedAt, table.number),
    index('incidents_related_change').on(table.relatedChange),
    index('incidents_caused_by_change').on(table.causedByChange).where(sql`caused_by_change is not null`),
    index('incidents_affected_service').on(table.affectedService, table.openedAt),
    index('incidents_by_duration').on(table.affectedService, durationClass(table), table.openedAt, table.resolvedAt),
    index('incidents_caused_on_service')
      .on(table.affectedService, table.openedAt)
      .where(sql`caused_by_change is not null`),
    index('incidents_by_priority').on(table.priority, table.number),
    index('incidents_by_resolved_at').on(orInfinity(table.resolvedAt), table.number, table.resolvedAt),
    index('incidents_by_updated_at').on(table.updatedAt, table.number),
    index('incidents_number_text').using('gin', trigrams(table.number)),
    index('incidents_text').using('gin', trigrams(table.shortDescription)),
  ],
)
