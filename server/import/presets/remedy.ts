import { definePreset, words } from './preset.ts'

const updated = { column: ['Last Modified Date', 'Modified Date'] }

/** The CSV exports and REST entries of BMC Remedy and Helix ITSM; `*` and `+` in their headers are ignored. */
export const remedy = definePreset('BMC Remedy', {
  changes: {
    recognisedBy: [['Infrastructure Change ID'], ['Change ID', 'Risk Level', 'Scheduled Start Date']],
    fields: {
      number: { column: ['Infrastructure Change ID', 'Change ID'] },
      title: { column: ['Summary', 'Description'] },
      state: {
        column: ['Change Request Status', 'Status'],
        values: words({
          assess: 'Request For Authorization, Request For Change, Planning In Progress, Scheduled For Review, Pending',
          authorize: 'Scheduled For Approval',
          implement: 'Implementation In Progress',
          review: 'Completed',
        }),
      },
      // A latent change was made before it was recorded.
      type: {
        column: ['Change Class', 'Class', 'Change Timing'],
        values: { 'No Impact': 'standard', Latent: 'emergency' },
      },
      risk: {
        column: 'Risk Level',
        values: words({
          low: 'Risk Level 1, Risk Level 2',
          moderate: 'Risk Level 3',
          high: 'Risk Level 4',
          very_high: 'Risk Level 5',
        }),
      },
      affected_services: { column: ['Service', 'ServiceCI', 'CI Name'] },
      // The entries of the API have the summary as Description.
      description: { column: ['Detailed Description', 'Notes'] },
      objective: { column: ['Change Reason', 'Reason For Change'] },
      planned_start: 'Scheduled Start Date',
      planned_end: 'Scheduled End Date',
      actual_start: 'Actual Start Date',
      actual_end: 'Actual End Date',
      assigned_to: { column: ['Change Implementer', 'Change Coordinator', 'Change Assignee', 'Change Manager'] },
      requested_by: { column: ['Requested By', 'Requester', 'Submitter'] },
      assignment_group: { column: ['Coordinator Group', 'Support Group Name', 'Change Manager Group'] },
      close_code: { column: 'Status Reason' },
      created_at: 'Submit Date',
      updated_at: updated,
    },
  },
  incidents: {
    recognisedBy: [
      ['Incident ID', 'Reported Date'],
      ['Incident Number', 'Reported Date'],
      ['Incident ID', 'Last Resolved Date'],
    ],
    fields: {
      number: { column: ['Incident ID', 'Incident Number'] },
      short_description: { column: ['Summary', 'Description'] },
      priority: 'Priority',
      state: 'Status',
      opened_at: { column: ['Reported Date', 'Submit Date'] },
      resolved_at: 'Last Resolved Date',
      closed_at: 'Closed Date',
      affected_service: { column: ['Service', 'ServiceCI', 'CI', 'Product Name'] },
      updated_at: updated,
    },
  },
})
