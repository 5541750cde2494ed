import type { FilterColumns } from '#server/db/filter-sql.ts'
import { changes } from '#server/db/schema/changes.ts'
import { textTrigrams } from '#server/db/text-trigrams.ts'

/** The columns of a change under the names of the contract, and its version. */
export const changeColumns = {
  number: changes.number,
  title: changes.title,
  state: changes.state,
  type: changes.type,
  risk: changes.risk,
  affected_services: changes.affectedServices,
  implementation_plan: changes.implementationPlan,
  risk_assessment: changes.riskAssessment,
  backout_plan: changes.backoutPlan,
  planned_start: changes.plannedStart,
  planned_end: changes.plannedEnd,
  actual_start: changes.actualStart,
  actual_end: changes.actualEnd,
  assigned_to: changes.assignedTo,
  close_code: changes.closeCode,
  close_notes: changes.closeNotes,
  pir_completed: changes.pirCompleted,
  pir_reference: changes.pirReference,
  pir_outcome: changes.pirOutcome,
  pir_date: changes.pirDate,
  is_stub: changes.isStub,
  created_at: changes.createdAt,
  updated_at: changes.updatedAt,
  version: changes.version,
}

/** Fields of a change with few values. */
export const fewValuedOfChange = {
  state: changes.state,
  type: changes.type,
  risk: changes.risk,
  affected_services: changes.affectedServices,
  assignment_group: changes.assignmentGroup,
  close_code: changes.closeCode,
  pir_completed: changes.pirCompleted,
  pir_outcome: changes.pirOutcome,
  is_stub: changes.isStub,
}

const trigrams = textTrigrams(changes.number, changes.title)

/** Where the fields of a filter are found. */
export const changeFilterColumns = {
  ...changeColumns,
  number: { text: changes.number, trigrams },
  title: { text: changes.title, trigrams },
} satisfies FilterColumns
