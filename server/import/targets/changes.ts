import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { ChangeDocument, ChangeRecord, change } from '#lib/contracts/changes.ts'
import { identifier, oneOf, text } from '#lib/contracts/primitives.ts'
import { reviewOutcomes } from '#lib/contracts/record-values.ts'
import { readChangeNumber } from '#server/import/cells/change-number.ts'
import { readDay } from '#server/import/cells/moment.ts'
import { readPlan } from '#server/import/cells/plan-text.ts'
import { isSysId, readText } from '#server/import/cells/text.ts'
import {
  approvalWords,
  changeRiskWords,
  changeStateWords,
  changeTypeWords,
  closeCodeWords,
  createWordReader,
  reviewOutcomeWords,
} from '#server/import/cells/vocabulary.ts'
import { changes as table } from '#server/schema/changes.ts'
import { policyDecisions } from '#server/schema/policy.ts'
import { columnNames, createClassField, logFields, toTargetFields } from './fields.ts'
import {
  defineTarget,
  describeColumn,
  type RowOf,
  type RowRemarks,
  type TargetFields,
  type Transition,
} from './target.ts'

/** Later imports do not overwrite what a review wrote. */
const reviewField = { isKeptWhenEdited: true, isReviewField: true } as const

const approvals = ['approved', 'not_approved'] as const

const baseFields = toTargetFields(change.fields, table)

const fields = {
  ...baseFields,
  state: { ...baseFields.state, read: createWordReader(changeStateWords) },
  type: { ...baseFields.type, read: createWordReader(changeTypeWords) },
  risk: { ...baseFields.risk, read: createWordReader(changeRiskWords) },
  affected_services: { ...baseFields.affected_services, isCoalesced: true },
  implementation_plan: {
    ...baseFields.implementation_plan,
    column: { column: table.implementationPlan, alsoFrom: ['test_plan'] },
  },
  test_plan: { read: readPlan, guesses: ['test_plan'], limit: ChangeDocument.optional(), column: null },
  approval: {
    read: createWordReader(approvalWords),
    guesses: ['approval', 'approval_status', 'approval_state'],
    values: approvals,
    limit: z.enum(approvals).optional(),
    isLenient: true,
    column: null,
  },
  close_code: { ...baseFields.close_code, read: createWordReader(closeCodeWords), isLenient: true },
  is_unauthorized: { ...baseFields.is_unauthorized, isLenient: true },
  pir_completed: { ...baseFields.pir_completed, column: { column: table.pirCompleted, ...reviewField } },
  pir_reference: { ...baseFields.pir_reference, column: { column: table.pirReference, ...reviewField } },
  pir_outcome: {
    ...baseFields.pir_outcome,
    read: createWordReader(reviewOutcomeWords),
    isLenient: true,
    column: { column: table.pirOutcome, ...reviewField, isInHistory: true },
  },
  pir_date: { ...baseFields.pir_date, column: { column: table.pirDate, ...reviewField } },
  is_stub: { ...baseFields.is_stub, isLenient: true, column: { column: table.isStub, isStubMark: true } },
  created_at: { ...baseFields.created_at, column: { column: table.createdAt, absent: 'now' } },
  record_class: createClassField('change_request'),
  ...logFields,
} as const satisfies TargetFields

const sysIdService = 'affected_services holds a sys_id, which means nothing to a reader; export it with display values'

const noApproval = { approved_by: null, approved_at: null }

/**
 * Completes a row. The test plan becomes part of the implementation plan, as a change has no field for it. If the
 * source states that a change was not approved, its approver and time are dropped: they belong to a rejection or to an
 * approval that no longer holds.
 */
function complete({ test_plan, approval, ...read }: RowOf<typeof fields>, remarks: RowRemarks) {
  const row = approval === 'not_approved' ? { ...read, ...noApproval } : read
  if (row.affected_services.some(isSysId)) remarks.add(sysIdService, row.number)
  return test_plan ? { ...row, implementation_plan: { ...row.implementation_plan, test_plan } } : row
}

/**
 * A change that an update closes without a decision of the policy awaits one; a change that is imported closed does
 * not.
 */
const awaitsDecision = {
  ...describeColumn(table.awaitsDecision),
  value: ({ before, after }: Transition) =>
    sql`${before(table.awaitsDecision)} or (${before(table.state)} <> 'closed' and ${after(table.state)} = 'closed'
      and not exists (select from ${policyDecisions} where ${policyDecisions.changeNumber} = ${before(table.number)}))`,
}

export const changeTarget = defineTarget({
  entity: 'changes',
  table,
  key: 'number',
  fields,
  exported: ChangeRecord,
  complete,
  derived: [awaitsDecision],
  historyName: 'change',
  hasOrigin: true,
})

const oldReviewFields = {
  number: {
    read: readChangeNumber,
    guesses: ['change_number', 'change', 'change_request', 'related_change', 'rfc', 'number'],
    isRequired: true,
    limit: identifier(64),
    column: table.number,
  },
  pir_outcome: {
    read: createWordReader(reviewOutcomeWords),
    guesses: ['pir_outcome', 'review_outcome', 'outcome', 'result', 'conclusion'],
    isRequired: true,
    limit: oneOf(reviewOutcomes),
    column: { column: table.pirOutcome, ...reviewField, isInHistory: true },
  },
  pir_reference: {
    read: readText,
    guesses: ['pir_reference', 'reference', 'pir_number', 'pir', 'review_number', 'review'],
    limit: text(64).nullable().default(null),
    column: { column: table.pirReference, ...reviewField },
  },
  pir_date: {
    read: readDay,
    guesses: columnNames('pir_date, review_date, reviewed_on, reviewed_at, completed_at, completed, closed_at, date'),
    isDate: true,
    limit: z.string().nullable().default(null),
    column: { column: table.pirDate, ...reviewField },
  },
} as const satisfies TargetFields

/** Columns of the stub that is created for an unknown change; an existing change keeps its values. */
const stubOnly = { from: [] }

/** Results of reviews from another tool, which become review fields of their changes. */
export const oldReviews = defineTarget({
  entity: 'reviews',
  table,
  key: 'number',
  fields: oldReviewFields,
  exported: ChangeRecord,
  complete: (row) => row,
  columns: [
    { column: table.pirCompleted, from: ['pir_outcome'], ...reviewField, value: () => true },
    { column: table.title, ...stubOnly, value: ({ number }) => `Unknown change ${number}` },
    { column: table.state, ...stubOnly, value: () => 'closed' },
    { column: table.type, ...stubOnly, value: () => 'normal' },
    { column: table.affectedServices, ...stubOnly, value: () => [] },
    { column: table.isStub, ...stubOnly, value: () => true },
  ],
  historyName: 'change',
})
