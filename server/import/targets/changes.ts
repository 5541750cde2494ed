import { z } from 'zod'
import { ChangeRecord, change, Document } from '#lib/contracts/changes.ts'
import { changes as table } from '#server/schema/changes.ts'
import { readPlan } from '../cells/plan-text.ts'
import { isSysId } from '../cells/servicenow-value.ts'
import {
  approvalWords,
  changeRiskWords,
  changeStateWords,
  changeTypeWords,
  closeCodeWords,
  reviewOutcomeWords,
  wordReader,
} from '../cells/vocabulary.ts'
import { logFields } from './log-order.ts'
import { recordClass } from './record-class.ts'
import { importedFields } from './record-fields.ts'
import type { RowRemarks } from './remarks.ts'
import { defineTarget, type RowOf, type TargetFields, type Transition } from './target.ts'

/** Later imports do not overwrite what a review wrote. */
const ofReview = { isKeptWhenEdited: true, isReviewField: true } as const

const approvals = ['approved', 'not_approved'] as const

const read = importedFields(change.fields, table)

const fields = {
  ...read,
  state: { ...read.state, read: wordReader(changeStateWords) },
  type: { ...read.type, read: wordReader(changeTypeWords) },
  risk: { ...read.risk, read: wordReader(changeRiskWords) },
  affected_services: { ...read.affected_services, isCoalesced: true },
  implementation_plan: {
    ...read.implementation_plan,
    column: { column: table.implementationPlan, alsoFrom: ['test_plan'] },
  },
  test_plan: { read: readPlan, guesses: ['test_plan'], limit: Document.optional(), column: null },
  approval: {
    read: wordReader(approvalWords),
    guesses: ['approval', 'approval_status', 'approval_state'],
    values: approvals,
    limit: z.enum(approvals).optional(),
    isLenient: true,
    column: null,
  },
  close_code: { ...read.close_code, read: wordReader(closeCodeWords), isLenient: true },
  is_unauthorized: { ...read.is_unauthorized, isLenient: true },
  pir_completed: { ...read.pir_completed, column: { column: table.pirCompleted, ...ofReview } },
  pir_reference: { ...read.pir_reference, column: { column: table.pirReference, ...ofReview } },
  pir_outcome: {
    ...read.pir_outcome,
    read: wordReader(reviewOutcomeWords),
    isLenient: true,
    column: { column: table.pirOutcome, ...ofReview, isInHistory: true },
  },
  pir_date: { ...read.pir_date, column: { column: table.pirDate, ...ofReview } },
  is_stub: { ...read.is_stub, isLenient: true, column: { column: table.isStub, isStubMark: true } },
  created_at: { ...read.created_at, column: { column: table.createdAt, absent: 'now' } },
  record_class: recordClass('change_request'),
  ...logFields,
} as const satisfies TargetFields

const sysIdService = 'affected_services holds a sys_id, which means nothing to a reader; export it with display values'

const noApproval = { approved_by: null, approved_at: null }

/**
 * A change has no field for the test plan: it becomes part of the implementation plan. Where the source says that it was
 * not approved, its approver and their time are those of a rejection, or of an approval that no longer holds.
 */
function complete({ test_plan, approval, ...read }: RowOf<typeof fields>, remarks: RowRemarks) {
  const row = approval === 'not_approved' ? { ...read, ...noApproval } : read
  if (row.affected_services.some(isSysId)) remarks.add(sysIdService, row.number)
  return test_plan ? { ...row, implementation_plan: { ...row.implementation_plan, test_plan } } : row
}

/** A change that is closed without a decision of the policy awaits it, whatever it was before; one imported closed does not. */
const awaitsDecision = {
  name: table.awaitsDecision.name,
  type: table.awaitsDecision.getSQLType(),
  value: ({ before, after }: Transition) =>
    `${before(table.awaitsDecision.name)} or (${before('state')} <> 'closed' and ${after('state')} = 'closed'
      and not exists (select from policy_decisions d where d.change_number = ${before('number')}))`,
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
