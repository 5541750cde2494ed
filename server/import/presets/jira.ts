import type { Preset } from './preset.ts'

const recognisedBy = [['Summary', 'Issue key', 'Issue id', 'Status']]
const services = ['Custom field (Affected services)', 'Affected services', 'Components', 'Component/s']

/** The states of the workflow of changes; `outcomes` has the results that the last ones imply. */
const states = {
  'To do': 'new',
  Review: 'assess',
  'Peer review / change manager approval': 'assess',
  Planning: 'assess',
  'Awaiting approval': 'authorize',
  'Waiting for approval': 'authorize',
  'Awaiting CAB approval': 'authorize',
  'Awaiting implementation': 'scheduled',
  Implementing: 'implement',
  Completed: 'closed',
  Failed: 'closed',
  Resolved: 'closed',
  Declined: 'canceled',
}
const outcomes: Readonly<Record<string, string>> = { Completed: 'successful', Failed: 'failed' }
const resolutions = {
  Successful: 'successful',
  'Successful with issues': 'successful_with_issues',
  Failed: 'failed',
  Unsuccessful: 'failed',
  'Backed out': 'backed_out',
  'Rolled back': 'backed_out',
}
const silentResolutions = ['Done', 'Fixed', 'Resolved', "Won't do", 'Declined', 'Duplicate', 'Canceled']
const otherStates = ['Open', 'Reopened', 'In progress', 'Done', 'Closed', 'Canceled', 'Cancelled']

/** Close codes by resolution and status, else by status alone for an issue without a resolution. */
const closeCodes: Readonly<Record<string, string | null>> = Object.fromEntries(
  [...Object.keys(states), ...otherStates].flatMap((status) => {
    const outcome = outcomes[status] ?? null
    return [
      [status, outcome],
      ...['Unresolved', ...silentResolutions].map((resolution) => [`${resolution} / ${status}`, outcome]),
      ...Object.entries(resolutions).map(([resolution, code]) => [`${resolution} / ${status}`, code]),
    ]
  }),
)

/**
 * The CSV export of a list of issues, with the fields of Jira Service Management's templates for changes and incidents.
 */
export const jira: Preset = {
  name: 'Jira',
  kinds: {
    changes: {
      recognisedBy,
      mapping: {
        skip_missing: true,
        fields: {
          number: 'Issue key',
          title: 'Summary',
          state: { column: 'Status', values: states },
          close_code: { join: ['Resolution', 'Status'], with: ' / ', values: closeCodes },
          type: { column: ['Custom field (Change type)', 'Change type'] },
          risk: { column: ['Custom field (Change risk)', 'Custom field (Risk)', 'Change risk'] },
          affected_services: { join: services, with: '; ' },
          implementation_plan: { column: ['Custom field (Implementation plan)', 'Implementation plan'] },
          test_plan: { column: ['Custom field (Test plan)', 'Test plan'] },
          risk_assessment: { column: ['Custom field (Risk assessment)', 'Custom field (Impact analysis)'] },
          backout_plan: { column: ['Custom field (Backout plan)', 'Custom field (Rollback plan)', 'Backout plan'] },
          planned_start: { column: ['Custom field (Change start date)', 'Custom field (Planned start)'] },
          planned_end: { column: ['Custom field (Change completion date)', 'Custom field (Planned end)'] },
          actual_start: { column: ['Custom field (Actual start)', 'Custom field (Actual start date)'] },
          actual_end: { column: ['Custom field (Actual end)', 'Custom field (Actual end date)'] },
          assigned_to: 'Assignee',
          requested_by: 'Reporter',
          created_at: 'Created',
          updated_at: 'Updated',
        },
      },
    },
    incidents: {
      recognisedBy,
      mapping: {
        skip_missing: true,
        fields: {
          number: 'Issue key',
          short_description: 'Summary',
          priority: 'Priority',
          state: {
            column: 'Status',
            values: {
              Escalated: 'in_progress',
              'Under investigation': 'in_progress',
              'Waiting for support': 'in_progress',
              'Waiting for customer': 'on_hold',
              'Waiting for vendor': 'on_hold',
              Completed: 'resolved',
              Done: 'closed',
            },
          },
          opened_at: 'Created',
          resolved_at: 'Resolved',
          affected_service: { column: services },
          updated_at: 'Updated',
        },
      },
    },
  },
}
