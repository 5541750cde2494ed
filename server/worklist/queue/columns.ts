import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { QueueEntry } from '#lib/contracts/app/queue.ts'
import type { ReviewForm } from '#lib/contracts/app/review-forms.ts'
import { withoutLongFields } from '#lib/contracts/changes.ts'
import { changeColumns } from '#server/changes/columns.ts'
import type { FilterColumns } from '#server/platform/db/filter-sql.ts'
import { type Context, getToday } from '#server/platform/runtime/context.ts'
import { accounts } from '#server/schema/access.ts'
import { changes, isApprovedLate } from '#server/schema/changes.ts'
import { recordOrigins } from '#server/schema/imports.ts'
import {
  countsAsOpen,
  isOpenReview,
  isOverdueOn,
  requesterQuestions,
  reviewParts,
  reviewSteps,
  reviews,
  statusOrNone,
} from '#server/schema/reviews.ts'

const { version: _, ...shownOfChange } = withoutLongFields(changeColumns)

const reviewStatus = statusOrNone(reviews.status)
/** True, or null where there is no review. A waiver is also confirmed after the change was cancelled. */
const isOpen = countsAsOpen
const hasWaiverRequest = sql`coalesce(${isOpenReview} and ${reviews.waiverRequest} is not null, false)`

const isOfStakeholder = sql`${requesterQuestions.reference} = ${reviews.reference} and ${requesterQuestions.kind} = 'stakeholder'`
const checks = sql`coalesce(${reviews.checks}, '{}') || array(select distinct unnest(${requesterQuestions.checkTags})
  from ${requesterQuestions} where ${isOfStakeholder} order by 1)`

const asNullable = <Value>(column: PgColumn, name: string) =>
  (sql`${column}`.mapWith(column) as SQL<Value | null>).as(name)

/** Days left until the due date of an open review, in the time zone of the organisation. */
const dueInDays = ({ day }: Clock) => sql<number | null>`case when ${isOpen} then ${daysLeft({ day })} end`
const daysLeft = ({ day }: Pick<Clock, 'day'>) => sql`${reviews.dueOn} - ${day}::date`

const ageInDays = ({ at }: Clock) =>
  sql<number | null>`case when ${changes.actualEnd} <= ${at}::timestamptz
    then floor(extract(epoch from ${at}::timestamptz - ${changes.actualEnd}) / 86400)::int end`

/** Current moment and day of the organisation, as values or as placeholders of these names. */
type Clock = { readonly at: string | Placeholder; readonly day: string | Placeholder }
export const getClock = (ctx: Pick<Context, 'zone' | 'now'>) => ({ at: ctx.now.toISOString(), day: getToday(ctx) })
export const clockPlaceholders: Clock = { at: sql.placeholder('at'), day: sql.placeholder('day') }

/** Columns of a row of the queue: a change and its review, which may be missing. */
export const queueColumns = (clock: Clock) => ({
  ...shownOfChange,
  assignment_group: changes.assignmentGroup,
  review_status: reviewStatus.as('review_status'),
  review_reference: asNullable<string>(reviews.reference, 'review_reference'),
  reviewer: asNullable<string>(reviews.reviewer, 'reviewer'),
  reviewer_name: asNullable<string>(reviews.reviewerName, 'reviewer_name'),
  form_kind: asNullable<NonNullable<QueueEntry['form_kind']>>(reviews.form, 'form_kind'),
  reasons: sql<QueueEntry['reasons']>`coalesce(${reviews.reasons}, '[]'::json)`.as('reasons'),
  needs_sign_off: sql<boolean>`coalesce(${reviews.needsSignOff}, false)`.as('needs_sign_off'),
  is_waiver_requested: sql<boolean>`${hasWaiverRequest}`.as('is_waiver_requested'),
  due_on: asNullable<string>(reviews.dueOn, 'due_on'),
  due_in_days: dueInDays(clock).as('due_in_days'),
  age_days: ageInDays(clock).as('age_days'),
  reminded_at: asNullable<string>(reviews.remindedAt, 'reminded_at'),
  checks: sql<string[]>`${checks}`.as('checks'),
})

const riskAnswer = (
  question: keyof ReviewForm<'risk'>,
) => sql`(select ${reviewSteps.form} ->> ${question}::text from ${reviewSteps}
    where ${reviewSteps.reference} = ${reviews.reference} and ${reviewSteps.step} = 'risk')`

export const queueFilterColumns = (clock: Clock): FilterColumns => ({
  ...changeColumns,
  assignment_group: changes.assignmentGroup,
  requested_by: changes.requestedBy,
  review_status: reviewStatus,
  reviewer: sql`${reviews.reviewer}`,
  is_open: sql`coalesce(${isOpen}, false)`,
  is_unassigned: sql`coalesce(${isOpen} and ${reviews.reviewer} is null, false)`,
  is_returned: sql`coalesce(${isOpen} and ${reviews.returned} is not null, false)`,
  is_waiver_requested: hasWaiverRequest,
  waiver_requested_by: sql`case when ${isOpenReview} then ${reviews.waiverRequest} ->> 'email' end`,
  due_on: sql`${reviews.dueOn}`,
  due_in_days: dueInDays(clock),
  is_overdue: sql`coalesce(${isOpen} and ${isOverdueOn(clock.day)}, false)`,
  needs_sign_off: sql`coalesce(${reviews.needsSignOff}, false)`,
  is_signed_off: sql`coalesce(${reviews.signedOffAt} is not null, false)`,
  is_held: sql`(${changes.heldBecause} is not null)`,
  has_plan: sql`(${changes.implementationPlan} is not null)`,
  has_risk_assessment: sql`(${changes.riskAssessment} is not null)`,
  has_backout_plan: sql`(${changes.backoutPlan} is not null)`,
  // Only e-mail addresses distinguish people: a name and an address may belong to one person.
  has_independent_approver: sql`coalesce(${changes.requestedBy} like '%@%' and ${changes.assignedTo} like '%@%'
    and ${changes.approvedBy} like '%@%'
    and lower(${changes.approvedBy}) not in (lower(${changes.requestedBy}), lower(${changes.assignedTo})), false)`,
  is_approved_late: isApprovedLate,
  has_origin: sql`exists (select from ${recordOrigins} where ${recordOrigins.number} = ${changes.number}
    and ${recordOrigins.kind} = 'change')`,
  submitted_by: sql`${reviews.submittedBy}`,
  // A former reviewer who wrote nothing took no part.
  took_part: sql`array_remove(array[lower(${reviews.reviewer}), lower(${reviews.submittedBy}), lower(${reviews.implementer}),
    lower(${changes.assignedTo})] || array(select lower(account.email) from ${reviewParts} part
      join ${accounts} account on account.id = any(part.accounts) where part.change_number = ${changes.number}
      and (part.kind <> 'reviewed' or lower(part.person) = lower(${reviews.reviewer}))), null)`,
  risk_verdict: riskAnswer('verdict'),
  was_emergency: sql`${riskAnswer('was_emergency')}::boolean`,
  second_look: sql`case when ${reviews.status} <> 'completed' then null when ${reviews.secondLook} is not null then ${reviews.secondLook} ->> 'verdict'
    when ${reviews.secondLookOn} <= ${clock.day} then 'due' when ${reviews.secondLookOn} is not null then 'planned' end`,
  factor: sql`coalesce(${reviews.factors}, '{}')`,
  check: checks,
  has_asked_stakeholders: sql`exists (select from ${requesterQuestions} where ${isOfStakeholder})`,
  form_kind: sql`${reviews.form}`,
  reason: sql`array(select reason ->> 'rule' from json_array_elements(${reviews.reasons}) as reason)`,
})

/** Filter columns for rows whose review is known to be open by its status; the state of the change is still read. */
export const openFilterColumns = (clock: Clock): FilterColumns => ({
  ...queueFilterColumns(clock),
  is_returned: sql`${reviews.returned} is not null`,
  is_waiver_requested: sql`${reviews.waiverRequest} is not null`,
})
