import type { Preset } from './preset.ts'

/** The CSV exports of tickets, with labels or with the codes of attributes (`agent_id->friendlyname`). */
export const itop: Preset = {
  name: 'iTop',
  kinds: {
    changes: {
      recognisedBy: [
        ['Ref', 'Title', 'Status', 'Start date', 'Last update'],
        ['Ref', 'Title', 'Status', 'finalclass'],
      ],
      mapping: {
        skip_missing: true,
        fields: {
          number: 'Ref',
          title: 'Title',
          state: {
            column: 'Status',
            values: {
              validated: 'assess',
              assigned: 'assess',
              notapproved: 'assess',
              'Not approved': 'assess',
              plannedscheduled: 'authorize',
              'Planned and scheduled': 'authorize',
              approved: 'scheduled',
              implemented: 'review',
              monitored: 'review',
              rejected: 'canceled',
            },
          },
          type: {
            column: ['finalclass', 'Change sub-class', 'Ticket sub-class'],
            values: {
              RoutineChange: 'standard',
              'Routine Change': 'standard',
              NormalChange: 'normal',
              'Normal Change': 'normal',
              EmergencyChange: 'emergency',
              'Emergency Change': 'emergency',
            },
          },
          affected_services: { column: ['functionalcis_list', 'CIs', 'Service->Name', 'service_id->name'] },
          risk_assessment: { column: ['Impact', 'impact_description'] },
          backout_plan: { column: ['Fallback plan', 'Fallback'] },
          planned_start: 'Start date',
          planned_end: 'End date',
          assigned_to: { column: ['Agent->Full name', 'agent_id->friendlyname', 'Agent'] },
          requested_by: { column: ['Caller->Full name', 'caller_id->friendlyname', 'Caller'] },
          assignment_group: { column: ['Team->Name', 'team_id->name', 'Team'] },
          created_at: 'Creation date',
          updated_at: 'Last update',
        },
      },
    },
    incidents: {
      recognisedBy: [['Ref', 'Title', 'Status', 'Start date']],
      mapping: {
        skip_missing: true,
        fields: {
          number: 'Ref',
          short_description: 'Title',
          priority: { column: 'Priority', values: { 1: 'Critical', 2: 'High', 3: 'Medium', 4: 'Low' } },
          state: {
            column: 'Status',
            values: {
              dispatched: 'in_progress',
              redispatched: 'in_progress',
              escalated_tto: 'new',
              'Escalated TTO': 'new',
              escalated_ttr: 'in_progress',
              'Escalated TTR': 'in_progress',
              waiting_for_approval: 'on_hold',
              'Waiting for approval': 'on_hold',
              rejected: 'canceled',
            },
          },
          opened_at: 'Start date',
          resolved_at: 'Resolution date',
          closed_at: 'Close date',
          related_change: { column: ['Parent change->Ref', 'parent_change_id->ref', 'Parent change'] },
          affected_service: { column: ['Service->Name', 'service_id->name', 'Service'] },
          updated_at: 'Last update',
        },
      },
    },
  },
}
