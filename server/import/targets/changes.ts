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
import { type FieldSpec, flagValues } from './field-spec.ts'
import { logFields } from './log-order.ts'
import type { Notes } from './notes.ts'
import { recordClass } from './record-class.ts'
import { defineTarget, type RowOf, type TargetFields, type Transition } from './target.ts'

const momentOf = (...guesses: string[]): FieldSpec => ({ read: readMoment, guesses, isDate: true })
const planOf = (...guesses: string[]): FieldSpec => ({ read: readPlan, guesses })

/** Later imports do not overwrite what a review wrote. */
const ofReview = { isKeptWhenEdited: true, isReviewField: true } as const

const fields = {
  number: {
    read: readText,
    guesses: ['number', 'change_number', 'change_id', 'change', 'rfc', 'ticket', 'issue_key', 'key', 'id'],
    isRequired: true,
    limit: identifier(64),
    column: table.number,
  },
  title: {
    read: readText,
    guesses: ['title', 'short_description', 'summary', 'subject', 'name'],
    isRequired: true,
    limit: changeRules.title,
    column: table.title,
  },
  state: {
    read: wordReader(changeStateWords),
    values: changeStates,
    guesses: ['state', 'change_state', 'status'],
    isRequired: true,
    limit: changeRules.state,
    column: table.state,
  },
  type: {
    read: wordReader(changeTypeWords),
    values: changeTypes,
    guesses: ['type', 'change_type', 'class'],
    limit: changeRules.type.default('normal'),
    column: table.type,
  },
  risk: {
    read: wordReader(changeRiskWords),
    values: changeRisks,
    guesses: ['risk', 'risk_level', 'risk_rating'],
    limit: changeRules.risk.nullable().default(null),
    column: table.risk,
  },
  affected_services: {
    read: readList,
    guesses: ['affected_services', 'services', 'business_service', 'service', 'cmdb_ci', 'configuration_item'],
    isCoalesced: true,
    limit: changeRules.affected_services.default([]),
    column: table.affectedServices,
  },
  implementation_plan: {
    ...planOf('implementation_plan', 'plan', 'implementation', 'change_plan'),
    limit: changeRules.implementation_plan.nullable().default(null),
    column: { column: table.implementationPlan, alsoFrom: ['test_plan'] },
  },
  test_plan: { ...planOf('test_plan'), limit: Document.optional(), column: null },
  risk_assessment: {
    ...planOf('risk_assessment', 'risk_impact_analysis', 'risk_and_impact_analysis', 'risk_analysis'),
    limit: changeRules.risk_assessment.nullable().default(null),
    column: table.riskAssessment,
  },
  backout_plan: {
    ...planOf('backout_plan', 'back_out_plan', 'rollback_plan', 'roll_back_plan'),
    limit: changeRules.backout_plan.nullable().default(null),
    column: table.backoutPlan,
  },
  planned_start: {
    ...momentOf('planned_start', 'start_date', 'planned_start_date', 'scheduled_start', 'planned_start_time'),
    limit: z.string().nullable().default(null),
    column: table.plannedStart,
  },
  planned_end: {
    ...momentOf('planned_end', 'end_date', 'planned_end_date', 'scheduled_end', 'planned_end_time'),
    limit: z.string().nullable().default(null),
    column: table.plannedEnd,
  },
  actual_start: {
    ...momentOf('actual_start', 'work_start', 'actual_start_date', 'actual_start_time'),
    limit: z.string().nullable().default(null),
    column: table.actualStart,
  },
  actual_end: {
    ...momentOf('actual_end', 'work_end', 'actual_end_date', 'actual_end_time'),
    limit: z.string().nullable().default(null),
    column: table.actualEnd,
  },
  assigned_to: {
    read: readText,
    guesses: ['assigned_to', 'assignee', 'implementer', 'owner'],
    limit: changeRules.assigned_to.nullable().default(null),
    column: table.assignedTo,
    isPerson: true,
  },
  requested_by: {
    read: readText,
    guesses: ['requested_by', 'requester', 'opened_by'],
    limit: changeRules.requested_by.nullable().default(null),
    column: table.requestedBy,
    isPerson: true,
  },
  assignment_group: {
    read: readText,
    guesses: ['assignment_group', 'group', 'team'],
    limit: changeRules.assignment_group.nullable().default(null),
    column: table.assignmentGroup,
  },
  close_code: {
    read: wordReader(closeCodeWords),
    values: closeCodes,
    guesses: ['close_code', 'closure_code', 'completion_code', 'implementation_result'],
    isLenient: true,
    limit: changeRules.close_code.nullable().default(null),
    column: table.closeCode,
  },
  close_notes: {
    read: readText,
    isMultiLine: true,
    guesses: ['close_notes', 'closure_notes', 'closing_notes', 'resolution_notes', 'closure_comments'],
    limit: changeRules.close_notes.nullable().default(null),
    column: table.closeNotes,
  },
  is_unauthorized: {
    read: readFlag,
    values: flagValues,
    guesses: ['is_unauthorized', 'unauthorized', 'unauthorised', 'unauthorized_change', 'u_unauthorized'],
    isLenient: true,
    limit: changeRules.is_unauthorized.default(false),
    column: table.isUnauthorized,
  },
  pir_completed: {
    read: readFlag,
    values: flagValues,
    guesses: ['pir_completed'],
    limit: z.boolean().default(false),
    column: { column: table.pirCompleted, ...ofReview },
  },
  pir_reference: {
    read: readText,
    guesses: ['pir_reference'],
    limit: text(64).nullable().default(null),
    column: { column: table.pirReference, ...ofReview },
  },
  pir_outcome: {
    read: wordReader(reviewOutcomeWords),
    values: reviewOutcomes,
    guesses: ['pir_outcome', 'review_outcome'],
    isLenient: true,
    limit: oneOf(reviewOutcomes).nullable().default(null),
    column: { column: table.pirOutcome, ...ofReview, isInHistory: true },
  },
  pir_date: {
    read: readDay,
    guesses: ['pir_date'],
    isDate: true,
    limit: z.string().nullable().default(null),
    column: { column: table.pirDate, ...ofReview },
  },
  is_stub: {
    read: readFlag,
    values: flagValues,
    guesses: ['is_stub'],
    isLenient: true,
    limit: z.boolean().default(false),
    column: { column: table.isStub, isStubMark: true },
  },
  created_at: {
    ...momentOf('created_at', 'sys_created_on', 'sys_created_at', 'created', 'opened_at', 'requested_at'),
    limit: z.string().nullable().default(null),
    column: { column: table.createdAt, absent: 'now' },
  },
  record_class: recordClass('change_request'),
  ...logFields,
} as const satisfies TargetFields

const sysIdService = 'affected_services holds a sys_id, which means nothing to a reader; export it with display values'

/** A change has no field for the test plan: it becomes part of the implementation plan. */
function complete({ test_plan, ...row }: RowOf<typeof fields>, notes: Notes) {
  if (row.affected_services.some(isSysId)) notes.add(sysIdService, row.number)
  return test_plan ? { ...row, implementation_plan: { ...row.implementation_plan, test_plan } } : row
}

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
  fields,
  exported: ChangeRecord,
  complete,
  derived: [awaitsDecision],
  historyName: 'change',
})
