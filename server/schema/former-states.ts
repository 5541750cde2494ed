import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { reviewStatuses } from '#lib/contracts/app/review-values.ts'
import type { StandardDecision } from '#lib/contracts/app/standard-changes.ts'
import type { changeTypes, ReviewOutcome } from '#lib/contracts/changes.ts'
import type { improvementStatuses } from '#lib/contracts/improvements.ts'
import type { Report, ReportFrame } from '#lib/report/report.ts'
import { codePointText, json, moment } from './columns.ts'

/** What figures read of the change itself. */
const ofChange = {
  actualEnd: moment('actual_end'),
  rolledBackAt: moment('rolled_back_at'),
  /** When the change began: its actual start, or else its planned one, or else its end. */
  startedAt: moment('started_at'),
  type: codePointText('type').$type<(typeof changeTypes)[number]>().notNull(),
  assignmentGroup: codePointText('assignment_group'),
  affectedServices: text('affected_services').array().notNull(),
}

const stateColumns = {
  until: moment('until').notNull(),
  isCancelled: boolean('is_cancelled').notNull(),
  /** `pir_completed` of the change. */
  isCompleted: boolean('is_completed').notNull(),
  /** Closed as failed or backed out. */
  isClosedFailed: boolean('is_closed_failed').notNull(),
  isOwed: boolean('is_owed').notNull(),
  /** When the first of the incidents confirmed as caused by it was opened, and the last resolved; null without. */
  causedFrom: moment('caused_from'),
  causedUntil: moment('caused_until'),
  outcome: codePointText('outcome').$type<ReviewOutcome>(),
  /** Status and due date of the review; null without one. */
  status: codePointText('status').$type<(typeof reviewStatuses)[number]>(),
  dueOn: date('due_on', { mode: 'string' }),
  proposed: codePointText('proposed').$type<ReviewOutcome>(),
  /** Time of its completion, or of its waiver by a person. */
  closedAt: moment('closed_at'),
  changeNumber: codePointText('change_number').notNull(),
}

/**
 * What figures read of a change and its review, as it was until a moment: a row for each state that was replaced. Triggers
 * write it, whoever wrote the record. The current state stands in the records themselves. A value that was missing and is
 * entered later, such as the end of a change, replaces no state: it counts where it belongs, as a record that is entered later does.
 */
export const formerStates = pgTable('former_states', { ...stateColumns, ...ofChange }, (table) => [
  primaryKey({ columns: [table.changeNumber, table.until] }),
])

/** The same for an improvement action. */
export const formerActions = pgTable(
  'former_actions',
  {
    id: codePointText('id').notNull(),
    until: moment('until').notNull(),
    status: codePointText('status').$type<(typeof improvementStatuses)[number]>().notNull(),
    /** Time at which it was done, or verified without being done. */
    doneAt: moment('done_at'),
  },
  (table) => [primaryKey({ columns: [table.id, table.until] })],
)

/** True for a state of a change that may count as failed; the condition of an index. */
export const mayHaveFailed = sql`(outcome = 'failed' or is_closed_failed or caused_from is not null or rolled_back_at is not null)`

/**
 * All states of each change that is no stub, one after the other, each with the moments of its review: one narrow
 * table instead of six. The current state is until infinity. A cache that `refresh_change_states` makes again for the changes in
 * `written_changes`.
 */
export const changeStates = pgTable(
  'change_states',
  {
    /** When the state before it ended; minus infinity for the first. */
    since: moment('since').notNull(),
    /** On which day the review was first due, and when it was first completed; null without. */
    firstDueOn: date('first_due_on', { mode: 'string' }),
    firstCompletedAt: moment('first_completed_at'),
    ...stateColumns,
    ...ofChange,
    /** When the review was created; null without. */
    reviewedFrom: moment('reviewed_from'),
    /** Until when the review was open in this state; null if it was not. */
    openUntil: moment('open_until'),
  },
  (table) => [
    primaryKey({ columns: [table.changeNumber, table.until] }),
    index('change_states_actual_end').on(table.actualEnd, table.until),
    index('change_states_failed').on(table.actualEnd, table.until).where(mayHaveFailed),
    index('change_states_first_due_on').on(table.firstDueOn),
    index('change_states_first_completed_at').on(table.firstCompletedAt),
    index('change_states_open_until').on(table.openUntil),
    index('change_states_waived').on(table.closedAt).where(sql`status = 'waived'`),
  ],
)

/** The changes that were written, or whose records were, since `change_states` was made; each once or more. Triggers write it. */
export const writtenChanges = pgTable('written_changes', { changeNumber: codePointText('change_number').notNull() })

/** What a weekly pack was printed from. */
export type WeeklyPack = {
  readonly report: Report
  readonly frame: ReportFrame
  readonly zone: string
  readonly origin: string | null
}

/** The weekly packs of past weeks, as they were when first read after the week. */
export const weeklyPacks = pgTable('weekly_packs', {
  /** First day of the week. */
  week: date('week', { mode: 'string' }).primaryKey(),
  pack: json('pack').$type<WeeklyPack>().notNull(),
})

/** The figures of a decision with the reviewed changes of its day, the latest first. */
export type FrozenFigures = StandardDecision['figures'] & {
  readonly changes: readonly {
    readonly number: string
    readonly pir_date: string
    readonly pir_outcome: ReviewOutcome
  }[]
}

/** What managers decided about a change model. A confirmed row stays; what is decided after it is another edition. */
export const standardDecisions = pgTable(
  'standard_decisions',
  {
    model: codePointText('model').notNull(),
    edition: integer('edition').notNull(),
    decision: codePointText('decision').$type<StandardDecision['decision']>().notNull(),
    reason: text('reason').notNull(),
    /** E-mail address of the person who answers for the model. */
    owner: codePointText('owner'),
    expiresOn: date('expires_on', { mode: 'string' }),
    /** The reviewed changes of the model when it was decided. */
    figures: json('figures').$type<FrozenFigures>().notNull(),
    decidedBy: codePointText('decided_by').notNull(),
    decidedAt: moment('decided_at').notNull(),
    /** Null until another manager confirms it. */
    confirmedBy: codePointText('confirmed_by'),
    confirmedAt: moment('confirmed_at'),
    version: integer('version').notNull(),
    origin: text('origin').notNull(),
  },
  (table) => [primaryKey({ columns: [table.model, table.edition] })],
)

/** What managers concluded about a quarter. A signed row stays; what is written after it is another edition. */
export const conclusions = pgTable(
  'conclusions',
  {
    /** Such as `2026-Q3`. */
    quarter: codePointText('quarter').notNull(),
    edition: integer('edition').notNull(),
    text: text('text').notNull(),
    /** The figures above the text, as they were when it was written. */
    figures: json('figures').$type<Report>().notNull(),
    /** E-mail addresses of all who wrote this edition; the last wrote its text. */
    authors: text('authors').array().notNull(),
    writtenAt: moment('written_at').notNull(),
    /** Null until a manager who did not write it signs it. */
    signedBy: text('signed_by'),
    signedAt: moment('signed_at'),
    version: integer('version').notNull(),
    origin: text('origin').notNull(),
  },
  (table) => [primaryKey({ columns: [table.quarter, table.edition] })],
)
