import type { MetricName } from '#lib/contracts/app/metric-values.ts'
import type { ReviewStatus } from '#lib/contracts/app/review-values.ts'
import type { changeTypes, ReviewOutcome } from '#lib/contracts/changes.ts'
import { countDaysBetween } from '#lib/domain/improvements/improvement-due.ts'
import { reviewStatusLabels } from '#lib/review/labels.ts'
import { outcomeCriteria } from '#lib/review/questions/outcome-criteria.ts'
import { upperFirst } from '#lib/text/first-letter.ts'

type ChangeRow = {
  readonly outcome: ReviewOutcome | null
  readonly is_completed: boolean
  readonly completed_on: string | null
  /** Day of the first of several completions; null without a stored version. */
  readonly first_completed_on: string | null
  /** Days from the actual end to the completion of the review; null if one is missing. */
  readonly days: number | null
  readonly review_status: ReviewStatus | null
  readonly waived_by: string | null
  readonly waive_reason: string | null
  readonly due_on: string | null
  readonly proposed: ReviewOutcome | null
  /** Numbers of the confirmed incidents. */
  readonly caused: readonly string[]
  readonly type: (typeof changeTypes)[number]
  readonly close_code: string | null
  readonly is_rolled_back: boolean
  /** Numbers of incidents that were open when an emergency change began. */
  readonly during: readonly string[]
}

type ActionRow = { readonly status: string; readonly done_on: string | null }

export type RecordRow = {
  readonly id: string
  readonly title: string
  readonly team: string | null
  readonly services: string[]
  readonly day: string
  readonly is_counted: boolean
} & ChangeRow &
  ActionRow

/** Explains in a few words why a record is counted or not. */
export function describeCounting(name: MetricName, row: RecordRow, today: string): string {
  switch (name) {
    case 'change_failure_rate':
      return describeFailure(row)
    case 'caused_incidents':
      return row.caused.length > 0 ? describeCaused(row) : 'No incident confirmed'
    case 'rework_rate':
      return describeRework(row)
    case 'dora_failure_rate':
      return describeRemedy(row)
    case 'recovery_time':
      return row.is_counted ? describeRemedy(row) : 'No recovery recorded'
    case 'deployment_frequency':
      return 'Ended'
    case 'changes_with_outcome':
      return describeOutcome(row)
    case 'review_completion':
      return describeCompletion(row)
    case 'reviews_in_time':
      return row.first_completed_on === null ? describeCompletion(row) : `Completed ${row.first_completed_on}`
    case 'overdue_reviews':
      return describeLateness(row, today)
    case 'waived_reviews':
      return row.is_counted ? `Waived by ${row.waived_by}: ${row.waive_reason}` : 'Completed'
    case 'days_to_review':
      return describeDays(row)
    case 'actions_in_time':
      return row.done_on === null
        ? `${row.status === 'done' || row.status === 'verified' ? 'Done, date not recorded' : 'Not done'}; due ${row.day}`
        : `Done ${row.done_on}, due ${row.day}`
    case 'overridden_proposals':
      return `Proposed: ${getOutcomeLabel(row.proposed)}. Chosen: ${getOutcomeLabel(row.outcome)}.`
  }
}

const getOutcomeLabel = (outcome: ReviewOutcome | null) =>
  outcome === null ? 'none' : outcomeCriteria[outcome].label.toLowerCase()

const describeOutcome = ({ outcome }: ChangeRow) => (outcome === null ? 'No outcome' : outcomeCriteria[outcome].label)

const describeCaused = ({ caused: incidents }: ChangeRow) => `Caused ${incidents.join(', ')}`

function describeRework({ type, during }: ChangeRow): string {
  if (type !== 'emergency') return `${upperFirst(type)} change`
  return during.length > 0
    ? `Emergency change during ${during.join(', ')}`
    : 'Emergency change without an open incident'
}

function describeFailure(row: ChangeRow): string {
  return row.caused.length > 0 ? `${describeOutcome(row)}. ${describeCaused(row)}` : describeOutcome(row)
}

function describeRemedy(row: ChangeRow): string {
  const { close_code: code, is_rolled_back: isRolledBack } = row
  const closed = code === 'failed' ? 'Closed as failed' : code === 'backed_out' ? 'Backed out' : null
  const remedies = [closed, isRolledBack ? 'Rolled back' : null, describeFailure(row)]
  return remedies.filter((one) => one !== null).join('. ')
}

function describeCompletion({ is_completed, completed_on, review_status, due_on }: ChangeRow): string {
  if (is_completed) return completed_on === null ? 'Completed' : `Completed ${completed_on}`
  const status = review_status === null ? 'No review yet' : reviewStatusLabels[review_status]
  return due_on === null ? status : `${status}, due ${due_on}`
}

function describeLateness({ due_on, review_status }: ChangeRow, today: string): string {
  const days = due_on === null ? 0 : countDaysBetween(due_on, today)
  const late = days > 0 ? `${days} ${days === 1 ? 'day' : 'days'} overdue` : 'Not overdue'
  return `${late}. ${reviewStatusLabels[review_status ?? 'not_started']}.`
}

function describeDays({ days }: ChangeRow): string {
  if (days === null) return 'No actual end'
  return days < 0 ? 'Ended after its review' : `${days.toFixed(1)} days`
}
