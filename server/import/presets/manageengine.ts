import { definePreset, words } from './preset.ts'

const stages = words({
  new: 'Submission',
  assess: 'Planning',
  authorize: 'CAB Evaluation, Approval',
  implement: 'Implementation, UAT, Release',
  review: 'Review',
  closed: 'Close, Closure',
})
const ongoing = ['Open', 'Requested', 'In Progress', 'Pending Approval', 'Approval Pending', 'Approved', 'Onhold']
const closedStates = ['Completed', 'Closed', 'Accepted']
const stopped = ['Rejected', 'Canceled', 'Cancelled']
const empty = ['-', 'Not Assigned', 'Not Specified', '(null)']

/** States by stage and status together, as a rejected change stays in its stage. */
const states = Object.fromEntries(
  Object.entries(stages).flatMap(([stage, state]) => [
    [stage, state],
    ...[...ongoing, ...closedStates].map((status) => [`${stage} / ${status}`, state] as const),
    ...stopped.map((status) => [`${stage} / ${status}`, 'canceled'] as const),
  ]),
)

/** The CSV exports of requests and changes of ManageEngine ServiceDesk Plus, and the lists of its API v3. */
export const manageEngine = definePreset('ManageEngine ServiceDesk Plus', {
  changes: {
    recognisedBy: [
      ['Change ID', 'Title', 'Stage'],
      ['ChangeID', 'Title', 'Stage'],
      ['id', 'title', 'stage', 'change_type', 'created_time'],
    ],
    empty,
    fields: {
      number: { column: ['Change ID', 'ChangeID', 'display_id', 'id'] },
      title: 'Title',
      state: { join: ['Stage', 'Status'], with: ' / ', values: states },
      type: 'Change Type',
      risk: 'Risk',
      affected_services: { column: ['Services Affected', 'Services', 'Service'] },
      description: 'Description',
      model: { column: ['Template', 'template.name'] },
      objective: { column: ['Reason For Change', 'reason_for_change.name'] },
      implementation_plan: { column: ['Roll Out Plan', 'Rollout Plan', 'roll_out_plan.description'] },
      risk_assessment: { column: ['Impact Details', 'Impact Analysis', 'impact_details.description'] },
      backout_plan: { column: ['Back Out Plan', 'Backout Plan', 'back_out_plan.description'] },
      planned_start: { column: ['Scheduled Start Time', 'Scheduled Start'] },
      planned_end: { column: ['Scheduled End Time', 'Scheduled End'] },
      actual_start: { column: ['Actual Start Time', 'Actual Start'] },
      actual_end: { column: ['Actual End Time', 'Actual End'] },
      assigned_to: { column: ['Change Implementer', 'Change Owner', 'Change Manager', 'Technician'] },
      requested_by: { column: ['Change Requester', 'Requested By', 'Requester'] },
      assignment_group: 'Group',
      close_code: {
        column: ['Closure Code', 'Change Closure Code', 'ClosureCode'],
        values: { Completed: 'successful', 'Completed with issues': 'successful_with_issues' },
      },
      created_at: { column: ['Created Time', 'Created Date'] },
      updated_at: 'Last Updated Time',
    },
  },
  incidents: {
    recognisedBy: [
      ['Request ID', 'Subject', 'Created Time'],
      ['RequestID', 'Subject', 'CreatedTime'],
      ['id', 'subject', 'status', 'created_time', 'is_service_request'],
    ],
    empty,
    fields: {
      number: { column: ['Request ID', 'RequestID', 'display_id', 'id'] },
      short_description: 'Subject',
      priority: 'Priority',
      state: {
        column: ['Request Status', 'Status'],
        values: { Onhold: 'on_hold', 'Awaiting Response': 'on_hold' },
      },
      opened_at: { column: ['Created Time', 'CreatedTime'] },
      resolved_at: { column: ['Resolved Time', 'ResolvedTime'] },
      closed_at: { column: ['Completed Time', 'CompletedTime', 'Closed Time'] },
      related_change: 'Caused By Change',
      affected_service: { column: ['Service Affected', 'Service', 'Service Category', 'Category'] },
      record_class: {
        column: ['Request Type', 'RequestType', 'is_service_request'],
        values: { true: 'Service request', false: 'Incident' },
      },
      updated_at: { column: ['Last Updated Time', 'LastUpdatedTime'] },
    },
  },
})
