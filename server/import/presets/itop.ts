import { definePreset, words } from './preset.ts'

/** The CSV exports of tickets, with labels or with the codes of attributes (`agent_id->friendlyname`). */
export const itop = definePreset('iTop', {
  changes: {
    recognisedBy: [
      ['Ref', 'Title', 'Status', 'Start date', 'Last update'],
      ['Ref', 'Title', 'Status', 'finalclass'],
    ],
    fields: {
      number: 'Ref',
      title: 'Title',
      state: {
        column: 'Status',
        values: words({
          assess: 'validated, assigned, notapproved, Not approved',
          authorize: 'plannedscheduled, Planned and scheduled',
          scheduled: 'approved',
          review: 'implemented, monitored',
          canceled: 'rejected',
        }),
      },
      type: {
        column: ['finalclass', 'Change sub-class', 'Ticket sub-class'],
        values: words({
          standard: 'RoutineChange, Routine Change',
          normal: 'NormalChange, Normal Change',
          emergency: 'EmergencyChange, Emergency Change',
        }),
      },
      affected_services: { column: ['functionalcis_list', 'CIs', 'Service->Name', 'service_id->name'] },
      parent: { column: ['Parent change->Ref', 'parent_id->ref', 'parent_name', 'Parent change ref'] },
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
  incidents: {
    recognisedBy: [['Ref', 'Title', 'Status', 'Start date']],
    fields: {
      number: 'Ref',
      short_description: 'Title',
      priority: { column: 'Priority', values: { 1: 'Critical', 2: 'High', 3: 'Medium', 4: 'Low' } },
      state: {
        column: 'Status',
        values: words({
          in_progress: 'dispatched, redispatched, escalated_ttr, Escalated TTR',
          new: 'escalated_tto, Escalated TTO',
          on_hold: 'waiting_for_approval, Waiting for approval',
          canceled: 'rejected',
        }),
      },
      opened_at: 'Start date',
      resolved_at: 'Resolution date',
      closed_at: 'Close date',
      related_change: { column: ['Parent change->Ref', 'parent_change_id->ref', 'Parent change'] },
      affected_service: { column: ['Service->Name', 'service_id->name', 'Service'] },
      updated_at: 'Last update',
    },
  },
})
