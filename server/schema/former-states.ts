import { boolean, date, index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import type { reviewStatuses } from '#lib/contracts/app/review-values.ts'
import type { ReviewOutcome } from '#lib/contracts/changes.ts'
import type { improvementStatuses } from '#lib/contracts/improvements.ts'
import type { Report, ReportFrame } from '#lib/report/report.ts'
import { codePointText, json, moment } from './columns.ts'

/**
 * What figures read of a change and its review, as it was until a moment: a row for each state that was replaced. Triggers
 * write it, whoever wrote the record. The current state stands in the records themselves.
 */
export const formerStates = pgTable(
  'former_states',
  {
    changeNumber: codePointText('change_number').notNull(),
    until: moment('until').notNull(),
    isCancelled: boolean('is_cancelled').notNull(),
    outcome: codePointText('outcome').$type<ReviewOutcome>(),
    /** `pir_completed` of the change. */
    isCompleted: boolean('is_completed').notNull(),
    /** Closed as failed or backed out. */
    isClosedFailed: boolean('is_closed_failed').notNull(),
    /** Status and due date of the review; null without one. */
    status: codePointText('status').$type<(typeof reviewStatuses)[number]>(),
    dueOn: date('due_on', { mode: 'string' }),
    /** Time of its completion, or of its waiver by a person. */
    closedAt: moment('closed_at'),
    proposed: codePointText('proposed').$type<ReviewOutcome>(),
    isOwed: boolean('is_owed').notNull(),
    /** When the first of the incidents confirmed as caused by it was opened, and the last resolved; null without. */
    causedFrom: moment('caused_from'),
    causedUntil: moment('caused_until'),
  },
  (table) => [primaryKey({ columns: [table.changeNumber, table.until] }), index('former_states_until').on(table.until)],
)

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
  (table) => [primaryKey({ columns: [table.id, table.until] }), index('former_actions_until').on(table.until)],
)

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
