import { z } from 'zod'
import { changeRules } from '#lib/contracts/change-writes.ts'
import {
  ChangeRecord,
  changeRisks,
  changeStates,
  changeTypes,
  Document,
  reviewOutcomes,
  statesBeforeReview,
} from '#lib/contracts/changes.ts'
import { identifier, oneOf, text } from '#lib/contracts/primitives.ts'
import { closeCodes } from '#lib/contracts/record-values.ts'
import { changes as table } from '#server/schema/changes.ts'
import { readDay, readMoment } from '../cells/moment.ts'
import { readPlan } from '../cells/plan-text.ts'
import { isSysId } from '../cells/servicenow-value.ts'
import { readFlag, readList, readText } from '../cells/text.ts'
import {
  changeRiskWords,
  changeStateWords,
  changeTypeWords,
  closeCodeWords,
  reviewOutcomeWords,
  wordReader,
} from '../cells/vocabulary.ts'
import { type FieldSpec, type FieldSpecs, flagValues } from './field-spec.ts'
import { logColumns, logFields, logLimits } from './log-order.ts'
import type { Notes } from './notes.ts'
import { recordClass } from './record-class.ts'
import { defineTarget, type Transition } from './target.ts'

const momentOf = (...guesses: string[]): FieldSpec => ({ read: readMoment, guesses, isDate: true })
const planOf = (...guesses: string[]): FieldSpec => ({ read: readPlan, guesses })

const fields = {
  number: {
    read: readText,
    guesses: ['number', 'change_number', 'change_id', 'change', 'rfc', 'ticket', 'issue_key', 'key', 'id'],
    isRequired: true,
  },
  title: { read: readText, guesses: ['title', 'short_description', 'summary', 'subject', 'name'], isRequired: true },
  state: {
    read: wordReader(changeStateWords),
    values: changeStates,
    guesses: ['state', 'change_state', 'status'],
    isRequired: true,
  },
  type: { read: wordReader(changeTypeWords), values: changeTypes, guesses: ['type', 'change_type', 'class'] },
  risk: { read: wordReader(changeRiskWords), values: changeRisks, guesses: ['risk', 'risk_level', 'risk_rating'] },
  affected_services: {
    read: readList,
    guesses: ['affected_services', 'services', 'business_service', 'service', 'cmdb_ci', 'configuration_item'],
    isCoalesced: true,
  },
  implementation_plan: planOf('implementation_plan', 'plan', 'implementation', 'change_plan'),
  test_plan: planOf('test_plan'),
  risk_assessment: planOf('risk_assessment', 'risk_impact_analysis', 'risk_and_impact_analysis', 'risk_analysis'),
  backout_plan: planOf('backout_plan', 'back_out_plan', 'rollback_plan', 'roll_back_plan'),
  planned_start: momentOf('planned_start', 'start_date', 'planned_start_date', 'scheduled_start', 'planned_start_time'),
  planned_end: momentOf('planned_end', 'end_date', 'planned_end_date', 'scheduled_end', 'planned_end_time'),
  actual_start: momentOf('actual_start', 'work_start', 'actual_start_date', 'actual_start_time'),
  actual_end: momentOf('actual_end', 'work_end', 'actual_end_date', 'actual_end_time'),
  assigned_to: { read: readText, guesses: ['assigned_to', 'assignee', 'implementer', 'owner'] },
  requested_by: { read: readText, guesses: ['requested_by', 'requester', 'opened_by'] },
  assignment_group: { read: readText, guesses: ['assignment_group', 'group', 'team'] },
  close_code: {
    read: wordReader(closeCodeWords),
    values: closeCodes,
    guesses: ['close_code', 'closure_code', 'completion_code', 'implementation_result'],
    isLenient: true,
  },
  close_notes: {
    read: readText,
    isMultiLine: true,
    guesses: ['close_notes', 'closure_notes', 'closing_notes', 'resolution_notes', 'closure_comments'],
  },
  is_unauthorized: {
    read: readFlag,
    values: flagValues,
    guesses: ['is_unauthorized', 'unauthorized', 'unauthorised', 'unauthorized_change', 'u_unauthorized'],
    isLenient: true,
  },
  pir_completed: { read: readFlag, values: flagValues, guesses: ['pir_completed'] },
  pir_reference: { read: readText, guesses: ['pir_reference'] },
  pir_outcome: {
    read: wordReader(reviewOutcomeWords),
    values: reviewOutcomes,
    guesses: ['pir_outcome', 'review_outcome'],
    isLenient: true,
  },
  pir_date: { read: readDay, guesses: ['pir_date'], isDate: true },
  is_stub: { read: readFlag, values: flagValues, guesses: ['is_stub'], isLenient: true },
  created_at: momentOf('created_at', 'sys_created_on', 'sys_created_at', 'created', 'opened_at', 'requested_at'),
  record_class: recordClass('change_request'),
  ...logFields,
} as const satisfies FieldSpecs

const limits = z.object({
  number: identifier(64),
  title: changeRules.title,
  state: changeRules.state,
  type: changeRules.type.default('normal'),
  risk: changeRules.risk.nullable().default(null),
  affected_services: changeRules.affected_services.default([]),
  implementation_plan: changeRules.implementation_plan.nullable().default(null),
  test_plan: Document.optional(),
  risk_assessment: changeRules.risk_assessment.nullable().default(null),
  backout_plan: changeRules.backout_plan.nullable().default(null),
  planned_start: z.string().nullable().default(null),
  planned_end: z.string().nullable().default(null),
  actual_start: z.string().nullable().default(null),
  actual_end: z.string().nullable().default(null),
  assigned_to: changeRules.assigned_to.nullable().default(null),
  requested_by: changeRules.requested_by.nullable().default(null),
  assignment_group: changeRules.assignment_group.nullable().default(null),
  close_code: changeRules.close_code.nullable().default(null),
  close_notes: changeRules.close_notes.nullable().default(null),
  is_unauthorized: changeRules.is_unauthorized.default(false),
  pir_completed: z.boolean().default(false),
  pir_reference: text(64).nullable().default(null),
  pir_outcome: oneOf(reviewOutcomes).nullable().default(null),
  pir_date: z.string().nullable().default(null),
  is_stub: z.boolean().default(false),
  created_at: z.string().nullable().default(null),
  ...logLimits,
})
type Row = z.output<typeof limits>

const sysIdService = 'affected_services holds a sys_id, which means nothing to a reader; export it with display values'

/** A change has no field for the test plan: it becomes part of the implementation plan. */
function complete({ test_plan, ...row }: Row, notes: Notes): Row {
  if (row.affected_services.some(isSysId)) notes.add(sysIdService, row.number)
  return test_plan ? { ...row, implementation_plan: { ...row.implementation_plan, test_plan } } : row
}

/** Later imports do not overwrite what a review wrote. */
const ofReview = { isKeptWhenEdited: true, isReviewField: true }

/** Whether a change has not reached review yet. */
const isBeforeReview = (state: string) => `${state} in (${statesBeforeReview.map((value) => `'${value}'`).join(', ')})`

/** A change that skips its review between two imports still awaits the policy's decision; one imported closed does not. */
const awaitsDecision = {
  name: table.awaitsDecision.name,
  type: table.awaitsDecision.getSQLType(),
  value: ({ before, after }: Transition) =>
    `${before(table.awaitsDecision.name)} or (${isBeforeReview(before('state'))} and ${after('state')} = 'closed')`,
}

export const changes = defineTarget({
  entity: 'changes',
  table,
  key: 'number',
  logColumns,
  fields,
  exported: ChangeRecord,
  limits,
  complete,
  columns: [
    table.number,
    table.title,
    table.state,
    table.type,
    table.risk,
    table.affectedServices,
    { column: table.implementationPlan, fields: ['implementation_plan', 'test_plan'] },
    table.riskAssessment,
    table.backoutPlan,
    table.plannedStart,
    table.plannedEnd,
    table.actualStart,
    table.actualEnd,
    table.assignedTo,
    table.requestedBy,
    table.assignmentGroup,
    table.closeCode,
    table.closeNotes,
    table.isUnauthorized,
    { column: table.pirCompleted, ...ofReview },
    { column: table.pirReference, ...ofReview },
    { column: table.pirOutcome, ...ofReview },
    { column: table.pirDate, ...ofReview },
    { column: table.isStub, isStubMark: true },
    { column: table.createdAt, absent: 'now' },
  ],
  derived: [awaitsDecision],
  historyName: 'change',
  peopleColumns: [table.assignedTo.name, table.requestedBy.name],
})
