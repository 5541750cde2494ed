import { definePreset, words } from './preset.ts'

/** The CSV exports of lists of Ivanti Service Manager and Neurons for ITSM. */
export const ivanti = definePreset('Ivanti', {
  changes: {
    recognisedBy: [['ChangeNumber', 'Subject', 'TypeOfChange']],
    fields: {
      number: 'ChangeNumber',
      title: 'Subject',
      state: {
        column: 'Status',
        values: words({
          assess: 'Requested',
          authorize: 'Request Authorization, Pending Approval',
          implement: 'Implementing',
          review: 'Implemented, Reviewed',
          canceled: 'Denied',
        }),
      },
      type: 'TypeOfChange',
      risk: { column: ['RiskLevel', 'Risk'] },
      affected_services: { column: ['Service', 'ServiceName', 'CIName'] },
      implementation_plan: { column: ['ImplementationPlan', 'ChangePlan'] },
      test_plan: 'TestPlan',
      risk_assessment: { column: ['RiskAssessment', 'ImpactAnalysis'] },
      backout_plan: { column: ['BackoutPlan', 'BackOutPlan'] },
      objective: 'Justification',
      planned_start: { column: ['ScheduledStartDate', 'ScheduledStartDateTime'] },
      planned_end: { column: ['ScheduledEndDate', 'ScheduledEndDateTime'] },
      actual_start: { column: ['ActualStartDate', 'ActualStartDateTime'] },
      actual_end: { column: ['ActualEndDate', 'ActualEndDateTime'] },
      assigned_to: { column: ['OwnerEmail', 'Owner'] },
      requested_by: { column: ['RequestorEmail', 'RequestorName', 'Requestor'] },
      assignment_group: 'OwnerTeam',
      close_code: { column: ['ClosingCode', 'CloseCode'] },
      created_at: 'CreatedDateTime',
      updated_at: 'LastModDateTime',
    },
  },
  incidents: {
    recognisedBy: [['IncidentNumber', 'Subject', 'CreatedDateTime']],
    fields: {
      number: 'IncidentNumber',
      short_description: 'Subject',
      priority: {
        column: 'Priority',
        values: { 1: '1 - Critical', 2: '2 - High', 3: '3 - Medium', 4: '4 - Low', 5: '5 - Very low' },
      },
      state: {
        column: 'Status',
        values: words({ on_hold: 'Waiting for Customer, Waiting for 3rd Party, Waiting for Resolution' }),
      },
      opened_at: 'CreatedDateTime',
      resolved_at: 'ResolvedDateTime',
      closed_at: 'ClosedDateTime',
      affected_service: { column: ['Service', 'ServiceName', 'CIName', 'Category'] },
      updated_at: 'LastModDateTime',
    },
  },
})
