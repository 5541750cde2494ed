import { z } from 'zod'
import { endpointsFor } from './endpoint.ts'
import { exampleMeasure, ImportedMeasures, Measure } from './measures.ts'
import { FilterQuery, RecordPage } from './pages.ts'
import {
  blockText,
  CalendarDate,
  identifier,
  lineText,
  oneOf,
  RecordedDate,
  RecordedTimestamp,
  sortBy,
  Timestamp,
  text,
} from './primitives.ts'
import { field, filled, key, record, written } from './record.ts'
import { changeStates, closeCodes, reviewOutcomes } from './record-values.ts'

export const changeTypes = ['standard', 'normal', 'emergency'] as const
export const changeRisks = ['low', 'moderate', 'high', 'very_high'] as const

export const ChangeState = oneOf(changeStates).meta({ id: 'ChangeState' })
export const ReviewOutcome = oneOf(reviewOutcomes).meta({ id: 'ReviewOutcome' })
export type ChangeState = z.infer<typeof ChangeState>
export type ReviewOutcome = z.infer<typeof ReviewOutcome>

const maxHours = 1_000_000
const Hours = z
  .number({ error: 'must be a number of hours' })
  .min(0, { error: 'must not be negative' })
  .max(maxHours, { error: `must be at most ${maxHours.toLocaleString('en')}` })

/** A plan or an assessment of the system of record: any JSON object; the order of keys is preserved. */
export const ChangeDocument = z
  .record(z.string(), z.unknown())
  .meta({ id: 'Document', description: 'A plan or an assessment as stored in the system of record: any JSON object' })
export type ChangeDocument = z.infer<typeof ChangeDocument>

/** The names of the services that a change affects, without duplicates. */
const ServiceNames = z
  .array(lineText(200))
  .max(100, { error: 'must have at most 100 entries' })
  .overwrite((services) => [...new Set(services)])

const NullableTimestamp = Timestamp.nullable()

/** A change record (specification, section 2.2, with the additions of the contract). */
export const change = record(
  'Change',
  {
    number: key(identifier(64), {
      description: 'Change identifier',
      example: 'CHG0000042',
      filter: { isNumber: true },
      columns: ['number', 'change_number', 'change_id', 'change', 'rfc', 'ticket', 'issue_key', 'key', 'id'],
      servicenow: 'number',
    }),
    title: written(z.string(), lineText(1000), {
      description: 'What is changed, in a line',
      example: 'Upgrade the payments database to PostgreSQL 18',
      isRequired: true,
      sentAs: 'What is changed, in a line; required for a new change',
      columns: ['title', 'short_description', 'summary', 'subject', 'name'],
      servicenow: 'short_description',
    }),
    state: written(ChangeState, ChangeState, {
      description: 'Current status of the change',
      example: 'review',
      isRequired: true,
      sentAs: 'Current status of the change; required for a new change',
      columns: ['state', 'change_state', 'status'],
      servicenow: 'state',
    }),
    type: written(oneOf(changeTypes), oneOf(changeTypes), {
      description: 'Type of change',
      example: 'normal',
      default: 'normal',
      sentAs: 'Type of change; null means normal',
      columns: ['type', 'change_type', 'class'],
      servicenow: 'type',
    }),
    risk: written(oneOf(changeRisks).nullable(), oneOf(changeRisks), {
      description: 'Rated risk; null when not rated',
      example: 'high',
      sentAs: 'Rated risk',
      columns: ['risk', 'risk_level', 'risk_rating'],
      servicenow: 'risk',
    }),
    affected_services: written(z.array(z.string()), ServiceNames, {
      description: 'Services that the change touches',
      example: ['payments-db', 'payments-api'],
      default: [],
      columns: ['affected_services', 'services', 'business_service', 'service', 'cmdb_ci', 'configuration_item', 'ci'],
      servicenow: ['business_service.name', 'cmdb_ci.name'],
    }),
    implementation_plan: written(ChangeDocument.nullable(), ChangeDocument, {
      description: 'How it is carried out; null when absent',
      example: { steps: ['Stop writers', 'Run the upgrade', 'Start writers'] },
      sentAs: 'How it is carried out',
      columns: ['implementation_plan', 'plan', 'implementation', 'change_plan'],
      servicenow: 'implementation_plan',
    }),
    risk_assessment: written(ChangeDocument.nullable(), ChangeDocument, {
      description: 'What may go wrong; null when absent',
      example: { likelihood: 'medium', impact: 'high' },
      sentAs: 'What may go wrong',
      columns: ['risk_assessment', 'risk_impact_analysis', 'risk_and_impact_analysis', 'risk_analysis'],
      servicenow: 'risk_impact_analysis',
    }),
    backout_plan: written(ChangeDocument.nullable(), ChangeDocument, {
      description: 'How it is rolled back; null when absent',
      example: { steps: ['Fail over to the untouched replica'] },
      sentAs: 'How it is rolled back',
      columns: ['backout_plan', 'back_out_plan', 'rollback_plan', 'roll_back_plan'],
      servicenow: 'backout_plan',
    }),
    planned_start: written(NullableTimestamp, RecordedTimestamp, {
      description: 'Start of the planned window',
      example: '2026-03-01T01:00:00.000Z',
      columns: ['planned_start', 'start_date', 'planned_start_date', 'scheduled_start', 'planned_start_time'],
      servicenow: 'start_date',
    }),
    planned_end: written(NullableTimestamp, RecordedTimestamp, {
      description: 'End of the planned window',
      example: '2026-03-01T03:00:00.000Z',
      columns: ['planned_end', 'end_date', 'planned_end_date', 'scheduled_end', 'planned_end_time'],
      servicenow: 'end_date',
    }),
    actual_start: written(NullableTimestamp, RecordedTimestamp, {
      description: 'When work began; null before',
      example: '2026-03-01T01:05:00.000Z',
      sentAs: 'When work began',
      columns: ['actual_start', 'work_start', 'actual_start_date', 'actual_start_time'],
      servicenow: 'work_start',
    }),
    actual_end: written(NullableTimestamp, RecordedTimestamp, {
      description: 'When work ended; null before',
      example: '2026-03-01T04:20:00.000Z',
      sentAs: 'When work ended',
      columns: ['actual_end', 'work_end', 'actual_end_date', 'actual_end_time'],
      servicenow: 'work_end',
    }),
    assigned_to: written(z.string().nullable(), lineText(254), {
      description: 'E-mail address of the implementer; the text of the source if it names nobody in the directory',
      example: 'tomas.lind@hindsight.example',
      isPerson: true,
      sentAs: 'The implementer: e-mail address, user name, employee number or full name',
      columns: ['assigned_to', 'assignee', 'implementer', 'owner'],
      servicenow: ['assigned_to.email', 'assigned_to.user_name', 'assigned_to.name'],
    }),
    approved_by: written(z.string().nullable(), lineText(254), {
      description: 'E-mail address of the approver; the text of the source if it names nobody in the directory',
      example: 'henrike.vos@hindsight.example',
      isPerson: true,
      sentAs: 'The approver, named in the same ways',
      columns: ['approved_by', 'approver', 'approved_by_name', 'approver_name', 'change_approver'],
    }),
    approved_at: written(NullableTimestamp, RecordedTimestamp, {
      description: 'When it was approved; null when unknown',
      example: '2026-02-24T13:40:00.000Z',
      sentAs: 'When it was approved',
      columns: ['approved_at', 'approved_on', 'approval_date', 'approved_date', 'approval_time', 'approval_set'],
      servicenow: 'approval_set',
    }),
    close_code: written(oneOf(closeCodes).nullable(), oneOf(closeCodes), {
      description:
        'How the implementation ended according to the source; not the outcome of a review. null when unknown',
      example: 'successful_with_issues',
      sentAs: 'How the implementation ended',
      columns: ['close_code', 'closure_code', 'completion_code', 'implementation_result'],
      servicenow: 'close_code',
    }),
    close_notes: written(z.string().nullable(), blockText(10_000), {
      description: 'Notes written when it was closed',
      example: 'Done. The copy took longer than planned.',
      isMultiLine: true,
      filter: false,
      columns: ['close_notes', 'closure_notes', 'closing_notes', 'resolution_notes', 'closure_comments'],
      servicenow: 'close_notes',
    }),
    rolled_back_at: field(NullableTimestamp, {
      description: 'When a pipeline rolled it back; null when none reported that',
      example: null,
      filter: false,
    }),
    pir_completed: filled(z.boolean(), z.boolean(), {
      description: 'Whether the review is completed',
      example: true,
      default: false,
      columns: ['pir_completed'],
    }),
    pir_reference: filled(z.string().nullable(), text(64), {
      description: 'Reference of the review, such as PIR-2026-0042',
      example: 'PIR-2026-0042',
      columns: ['pir_reference'],
    }),
    pir_outcome: filled(ReviewOutcome.nullable(), ReviewOutcome, {
      description: 'Overall assessment',
      example: 'successful_with_issues',
      columns: ['pir_outcome', 'review_outcome'],
    }),
    pir_date: filled(CalendarDate.nullable(), RecordedDate, {
      description: 'Date of the review',
      example: '2026-03-09',
      columns: ['pir_date'],
    }),
    is_stub: filled(z.boolean(), z.boolean(), {
      description: 'Created because an incident names the change; nothing else is known about it',
      example: false,
      default: false,
      columns: ['is_stub'],
    }),
    created_at: filled(Timestamp, RecordedTimestamp, {
      description: 'When the change was recorded',
      example: '2026-02-17T09:12:00.000Z',
      columns: ['created_at', 'sys_created_on', 'sys_created_at', 'created', 'opened_at', 'requested_at'],
      servicenow: 'sys_created_on',
    }),
    updated_at: field(Timestamp, { description: 'When it was last written', example: '2026-03-09T14:01:00.000Z' }),
    description: written(z.string().nullable(), blockText(20_000), {
      description: 'What is changed, in full; null when not recorded',
      example: 'PostgreSQL 16 of the payments database is replaced by 18.',
      sentAs: 'What is changed, in full',
      isMultiLine: true,
      columns: ['description', 'detailed_description', 'long_description', 'change_description'],
      servicenow: 'description',
    }),
    objective: written(z.string().nullable(), blockText(20_000), {
      description: 'What it is to achieve, in the words of the source; null when not recorded',
      example: 'Queries of the payments service take half as long.',
      sentAs: 'What it is to achieve',
      isMultiLine: true,
      columns: ['objective', 'justification', 'business_justification', 'reason_for_change', 'change_reason'],
      servicenow: 'justification',
    }),
    parent: written(z.string().nullable(), identifier(64), {
      description: 'Number of the change to which it belongs; null when none is recorded',
      example: 'CHG0000040',
      filter: { isNumber: true },
      sentAs: 'Number of the change to which it belongs, which need not be recorded here',
      columns: ['parent', 'parent_change', 'parent_number'],
      servicenow: 'parent.number',
    }),
    model: written(z.string().nullable(), lineText(200), {
      description:
        'Its change model: the kind of change, or the template, from which it was made; null when none is recorded',
      example: 'Renew a certificate',
      sentAs: 'The change model or template from which it was made',
      columns: ['model', 'change_model', 'chg_model', 'change_template', 'template', 'std_change_producer_version'],
      servicenow: ['std_change_producer_version.std_change_producer.name', 'chg_model.name'],
    }),
    effort_planned: written(Hours.nullable(), Hours, {
      description: 'Hours of work that were planned; null when unknown',
      example: 40,
      sentAs: 'Hours of work that were planned',
      columns: ['effort_planned', 'planned_effort', 'estimated_effort', 'effort_estimate', 'estimated_hours'],
    }),
    effort_actual: written(Hours.nullable(), Hours, {
      description: 'Hours of work that it took; null when unknown',
      example: 56.5,
      sentAs: 'Hours of work that it took',
      columns: ['effort_actual', 'actual_effort', 'actual_hours', 'hours_worked', 'effort'],
    }),
    measures: filled(z.array(Measure), ImportedMeasures, {
      description: 'What it promised in figures',
      example: [exampleMeasure],
      default: [],
      columns: ['measures'],
      filter: false,
    }),
  },
  {
    requested_by: written(z.string().nullable(), lineText(254), {
      description: 'The requester, named in the same ways',
      example: 'ines.marchetti@hindsight.example',
      isPerson: true,
      columns: ['requested_by', 'requester', 'opened_by'],
      servicenow: ['requested_by.email', 'requested_by.name', 'opened_by.email', 'opened_by.name'],
    }),
    assignment_group: written(z.string().nullable(), lineText(254), {
      description: 'Group of the implementer',
      example: 'Databases',
      columns: ['assignment_group', 'group', 'team'],
      servicenow: 'assignment_group.name',
    }),
    is_unauthorized: written(z.boolean(), z.boolean({ error: 'must be true, false or null' }), {
      description: 'Whether it was implemented without authorization',
      example: false,
      default: false,
      sentAs: 'Whether it was implemented without authorization; null means false',
      columns: ['is_unauthorized', 'unauthorized', 'unauthorised', 'unauthorized_change', 'u_unauthorized'],
      servicenow: 'unauthorized',
    }),
  },
)
/** Long and rare fields, which the lists of pages omit. */
export const longFields = {
  implementation_plan: true,
  risk_assessment: true,
  backout_plan: true,
  close_notes: true,
  rolled_back_at: true,
  description: true,
  objective: true,
  parent: true,
  model: true,
  effort_planned: true,
  effort_actual: true,
  measures: true,
} as const

export function withoutLongFields<Row extends object>(row: Row): Omit<Row, keyof typeof longFields>
export function withoutLongFields(row: object) {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !(name in longFields)))
}

export const ChangeRecord = change.schema
export type ChangeRecord = z.infer<typeof ChangeRecord>

export const ChangeNumber = z.object({ number: z.string().min(1).max(64).describe('Change identifier') })

const readers = endpointsFor('Changes', { system: 'itsm', scope: 'read' }, '/api/itsm/v1')

export const listChanges = readers.get('listChanges', '/changes', {
  summary: 'List changes',
  description:
    'Newest first. Without `limit` a list has up to 1,000 records; see `total_count` and `Link` for the rest.',
  query: z.strictObject({
    query: FilterQuery.optional(),
    sort: sortBy(['number', 'title', 'state', 'planned_start', 'actual_end', 'created_at', 'updated_at']).optional(),
    ...RecordPage,
  }),
  filterFields: change.filterFields,
  response: z.object({ result: z.array(ChangeRecord), total_count: z.int().min(0) }),
  examples: {
    query: { query: 'state = review AND risk IN (high, very_high)', limit: '20' },
  },
})

export const getChange = readers.get('getChange', '/changes/{number}', {
  summary: 'Get one change',
  params: ChangeNumber,
  response: ChangeRecord,
  versioned: true,
})
