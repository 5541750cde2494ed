import { definePreset, words } from './preset.ts'

/** The CSV exports of tickets and changes, and the lists of the API v2. */
export const freshservice = definePreset('Freshservice', {
  changes: {
    recognisedBy: [
      ['Change ID', 'Subject', 'Status', 'Planned Start Date'],
      ['id', 'subject', 'status', 'change_type', 'planned_start_date'],
    ],
    fields: {
      number: { column: ['Change ID', 'id'] },
      title: 'Subject',
      state: {
        column: 'Status',
        values: words({
          new: '1, Open',
          assess: '2, Planning',
          authorize: '3, Awaiting approval',
          scheduled: '4, Pending release',
          review: '5, Pending review',
          closed: '6',
        }),
      },
      type: { column: 'Change Type', values: { 1: 'normal', 2: 'standard', 3: 'normal', 4: 'emergency' } },
      risk: { column: 'Risk', values: { 1: 'low', 2: 'moderate', 3: 'high', 4: 'very_high' } },
      affected_services: { column: ['impacted_services.name', 'Impacted Services', 'Associated Services'] },
      implementation_plan: { column: ['Rollout Plan', 'planning_fields.rollout_plan.description_text'] },
      risk_assessment: {
        column: ['Change Impact', 'Impact Plan', 'planning_fields.change_impact.description_text'],
      },
      backout_plan: { column: ['Backout Plan', 'planning_fields.backout_plan.description_text'] },
      planned_start: 'Planned Start Date',
      planned_end: 'Planned End Date',
      description: { column: ['description_text', 'Description'] },
      objective: { column: ['Reason for Change', 'planning_fields.reason_for_change.description_text'] },
      assigned_to: 'Agent',
      requested_by: { column: ['Requester Email', 'Requester'] },
      assignment_group: 'Group',
      close_code: {
        column: ['Closure Code', 'Change Result', 'custom_fields.closure_code'],
        values: { Completed: 'successful', 'Completed with issues': 'successful_with_issues' },
      },
      created_at: { column: ['Created Time', 'Created At'] },
      updated_at: { column: ['Last Updated Time', 'Updated At'] },
    },
  },
  incidents: {
    recognisedBy: [
      ['Ticket ID', 'Subject', 'Status', 'Created Time'],
      ['id', 'subject', 'status', 'responder_id', 'fr_due_by'],
    ],
    fields: {
      number: { column: ['Ticket ID', 'id'] },
      short_description: 'Subject',
      priority: { column: 'Priority', values: { 1: 'Low', 2: 'Medium', 3: 'High', 4: 'Urgent' } },
      state: {
        column: 'Status',
        values: words({
          new: '2',
          on_hold: '3, Awaiting customer, Waiting on customer, Waiting on third party',
          resolved: '4',
          closed: '5',
        }),
      },
      opened_at: { column: ['Created Time', 'Created At'] },
      resolved_at: { column: ['Resolved Time', 'stats.resolved_at'] },
      closed_at: { column: ['Closed Time', 'stats.closed_at'] },
      affected_service: { column: ['impacted_services.name', 'Impacted Services', 'Category'] },
      record_class: 'Type',
      updated_at: { column: ['Last Updated Time', 'Updated At'] },
    },
  },
})
