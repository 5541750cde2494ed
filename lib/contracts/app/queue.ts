import { z } from 'zod'
import { ChangeRecord, change, longFields } from '#lib/contracts/changes.ts'
import { endpointsFor } from '#lib/contracts/endpoint.ts'
import type { FilterFields } from '#lib/contracts/filter-fields.ts'
import { cursor, FilterQuery, pageOf, WholeList } from '#lib/contracts/pages.ts'
import { CalendarDate, oneOf, sortBy, Timestamp } from '#lib/contracts/primitives.ts'
import { OwedReason } from './review-forms.ts'
import { reviewFormKinds, reviewStatuses, reviewSteps, riskVerdicts, secondLookStates } from './review-values.ts'

/** `none`: no review is required and nobody started one. */
const queueReviewStatuses = ['none', ...reviewStatuses] as const

/** A row of the queue: a change without documents and notes, with the status of its review. */
export const QueueEntry = ChangeRecord.omit(longFields)
  .extend({
    assignment_group: z.string().nullable().describe('Team that implements it; null when unknown'),
    assigned_to_name: z.string().nullable().describe('Name of the implementer; null when unknown'),
    approved_by_name: z.string().nullable().describe('Name of the approver; null when unknown'),
    review_status: oneOf(queueReviewStatuses).describe('Status of the review; `none` without one'),
    review_reference: z.string().nullable().describe('Reference of the review; null without one'),
    reviewer: z.string().nullable().describe('E-mail address of the reviewer; null while nobody is assigned'),
    reviewer_name: z.string().nullable().describe('Name of the reviewer; null while nobody is assigned'),
    form_kind: oneOf(reviewFormKinds).nullable().describe('Full or short form of the review; null without one'),
    reasons: z.array(OwedReason).describe('Why the review is required; empty for one that was started voluntarily'),
    needs_sign_off: z.boolean().describe('Whether another person signs the review off'),
    is_waiver_requested: z.boolean().describe('Whether its waiver waits for another manager to confirm it'),
    due_on: CalendarDate.nullable().describe('Due date of the review; null without one'),
    due_in_days: z
      .int()
      .nullable()
      .describe('Days of the organisation until the open review is due; negative when overdue'),
    age_days: z.int().nullable().describe('Whole days since the change ended; null before'),
    reminded_at: Timestamp.nullable().describe('When the reviewer was last reminded; null for never'),
    incident_count: z.int().min(0).describe('Incidents that name the change, and those that its review confirmed'),
    checks: z.array(z.string()).describe('Checks of its last completed review and of stakeholders, with their answers'),
    open_step: oneOf([...reviewSteps, 'sign_off'])
      .nullable()
      .describe('First step that lacks something, of a begun review of the caller in the full form; null for others'),
  })
  .meta({ id: 'QueueEntry' })
export type QueueEntry = z.infer<typeof QueueEntry>

/** A change in lists of other records: its main fields, and the result of its review. */
export const ListedChange = QueueEntry.pick({
  number: true,
  title: true,
  state: true,
  is_stub: true,
  pir_completed: true,
  pir_outcome: true,
  review_status: true,
})

const fields = {
  ...change.filterFields,
  assignment_group: { type: 'text', description: 'Team that implements it' },
  requested_by: { type: 'text', description: 'Who requested it, as recorded' },
  review_status: { type: 'text', values: queueReviewStatuses, description: 'Status of the review' },
  reviewer: { type: 'text', description: 'E-mail address of the reviewer' },
  is_open: {
    type: 'boolean',
    description: 'Review is neither completed nor waived, and its change not cancelled',
  },
  is_unassigned: { type: 'boolean', description: 'Review is open and nobody is assigned' },
  due_on: { type: 'date', description: 'Date by which the review is due' },
  due_in_days: { type: 'number', description: 'Days until an open review is due' },
  is_returned: { type: 'boolean', description: 'Review is open and was sent back or reopened' },
  is_waiver_requested: { type: 'boolean', description: 'Review is open and its waiver waits to be confirmed' },
  waiver_requested_by: { type: 'text', description: 'Waiver of the open review requested by, an e-mail address' },
  is_overdue: { type: 'boolean', description: 'Review is open past its due date' },
  needs_sign_off: { type: 'boolean', description: 'Review needs a sign-off' },
  is_signed_off: { type: 'boolean', description: 'Review is signed off' },
  is_held: { type: 'boolean', description: 'On legal hold: no retention deletes it' },
  has_plan: { type: 'boolean', description: 'An implementation plan is recorded' },
  has_risk_assessment: { type: 'boolean', description: 'A risk assessment is recorded' },
  has_backout_plan: { type: 'boolean', description: 'A backout plan is recorded' },
  has_independent_approver: {
    type: 'boolean',
    description:
      'Requester, approver and implementer are recorded by address, and the approver is neither of the others',
  },
  is_approved_late: { type: 'boolean', description: 'A normal change that was approved after its work began' },
  has_origin: { type: 'boolean', description: 'Where the record was read is recorded, with a hash of the row' },
  submitted_by: { type: 'text', description: 'Submitted for sign-off by, an e-mail address' },
  took_part: {
    type: 'list',
    description:
      'Who took part in the change or its review, with all accounts that were theirs then, e-mail addresses in lower case',
  },
  risk_verdict: { type: 'text', values: riskVerdicts, description: 'What the review says of the rated risk' },
  was_emergency: { type: 'boolean', description: 'Whether the review says that it was an emergency' },
  second_look: { type: 'text', values: secondLookStates, description: 'The second look at its result' },
  factor: { type: 'list', description: 'Contributing factors that its last completed review named' },
  check: {
    type: 'list',
    description: 'Checks of its last completed review and of stakeholders, such as `told_in_time: no`',
  },
  has_asked_stakeholders: { type: 'boolean', description: 'Its review asked stakeholders' },
  form_kind: { type: 'text', values: reviewFormKinds, description: 'Full or short form of the review' },
  reason: { type: 'list', description: 'Rules that require the review' },
} as const satisfies FilterFields

/** The most frequent fields of filters; pages list them before the others. */
const usualFields = ['affected_services', 'assignment_group', 'reviewer', 'due_on', 'pir_outcome']

const byName: FilterFields = fields

export const queueFields: typeof fields = {
  ...Object.fromEntries(usualFields.map((name) => [name, byName[name]])),
  ...fields,
}

const QueueSearch = z.string().trim().min(1).max(200).describe('Part of a number or a title, in any case')

const viewers = endpointsFor('Reviews', { role: 'viewer' })

export const listQueue = viewers.get('listQueue', '/queue', {
  summary: 'List changes with the status of their review',
  description:
    'Newest first. State and risk sort by rank; changes that have not ended come first, and changes without a due date last.',
  query: z.strictObject({
    query: FilterQuery.optional(),
    search: QueueSearch.optional(),
    sort: sortBy(['number', 'title', 'state', 'risk', 'actual_end', 'due_on', 'created_at', 'updated_at']).optional(),
    ...pageOf('Records', 100, 25),
    cursor,
    ...WholeList,
  }),
  filterFields: queueFields,
  response: z.object({ result: z.array(QueueEntry), total_count: z.int().min(0) }),
  examples: {
    query: { query: 'state = review AND pir_completed = false', sort: '-actual_end' },
  },
})

const quickCount = z.int().min(0)

export const countQueue = viewers.get('countQueue', '/queue/counts', {
  summary: 'Count the changes that match each quick filter of the queue',
  description: 'Each count is the `total_count` of the queue with this filter, this search and the quick filter.',
  query: z.strictObject({ query: FilterQuery.optional(), search: QueueSearch.optional() }),
  filterFields: queueFields,
  response: z.object({
    mine: quickCount.describe('Open reviews of the caller'),
    my_team: quickCount.describe('Of the teams whose changes of the last year the caller implements'),
    unassigned: quickCount.describe('Open reviews without a reviewer that nobody submitted or asked to waive'),
    overdue: quickCount.describe('Open reviews past their due date'),
    due_this_week: quickCount.describe('Open reviews due today or in the next six days of the organisation'),
    waiting: quickCount.describe('Reviews that wait for sign-off'),
    waivers: quickCount.describe('Waivers that wait for the caller to confirm them'),
    needs_review: quickCount.describe('Open reviews'),
    emergency: quickCount.describe('Emergency changes'),
    high_risk: quickCount.describe('Changes of high or very high risk'),
    failed: quickCount.describe('Changes that failed by their review'),
  }),
  examples: {
    query: { search: 'payments' },
  },
})
