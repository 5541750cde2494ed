import { definePreset, words } from './preset.ts'

const recognisedBy = [['Summary', 'Issue key', 'Issue id', 'Status']]
const services = ['Custom field (Affected services)', 'Affected services', 'Components', 'Component/s']

/** The states of the workflow of changes; `outcomes` has the results that the last ones imply. */
const states = words({
  new: 'To do',
  assess: 'Review, Peer review / change manager approval, Planning',
  authorize: 'Awaiting approval, Waiting for approval, Awaiting CAB approval',
  scheduled: 'Awaiting implementation',
  implement: 'Implementing',
  closed: 'Completed, Failed, Resolved',
  canceled: 'Declined',
})
const outcomes: Readonly<Record<string, string>> = { Completed: 'successful', Failed: 'failed' }
const resolutions = words({
  successful: 'Successful',
  successful_with_issues: 'Successful with issues',
  failed: 'Failed, Unsuccessful',
  backed_out: 'Backed out, Rolled back',
})
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

/** The CSV export of issues and those of its API, with the fields of Jira Service Management's templates for changes and incidents. */
export const jira = definePreset('Jira', {
  changes: {
    recognisedBy,
    fields: {
      number: { column: ['Issue key', 'key'] },
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
      description: 'Description',
      objective: { column: ['Custom field (Change reason)', 'Change reason'] },
      // The column Parent has a number that only Jira knows.
      parent: { column: ['Parent key', 'parent.key'] },
      seconds_planned: { column: ['Original estimate', 'timeoriginalestimate'] },
      seconds_worked: { column: ['Time Spent', 'timespent'] },
      assigned_to: 'Assignee',
      requested_by: 'Reporter',
      created_at: 'Created',
      updated_at: 'Updated',
    },
  },
  incidents: {
    recognisedBy,
    fields: {
      number: { column: ['Issue key', 'key'] },
      short_description: 'Summary',
      priority: 'Priority',
      state: {
        column: 'Status',
        values: words({
          in_progress: 'Escalated, Under investigation, Waiting for support',
          on_hold: 'Waiting for customer, Waiting for vendor',
          resolved: 'Completed',
          closed: 'Done',
        }),
      },
      opened_at: 'Created',
      resolved_at: { column: ['Resolved', 'resolutiondate'] },
      affected_service: { column: services },
      updated_at: 'Updated',
    },
  },
})
