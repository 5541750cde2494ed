import type * as filterValues from '#lib/contracts/app/filter-values.ts'
import type * as improvementEdits from '#lib/contracts/app/improvement-edits.ts'
import type * as improvements from '#lib/contracts/improvements.ts'
import { endpointHandle } from './endpoint-handle.ts'

/** The calls of the register of improvements, without the schemas of their contracts; see `review-calls.ts` for others. */
export const getImprovement = endpointHandle<typeof improvements.getImprovement>({
  name: 'getImprovement',
  tag: 'Improvements',
  method: 'GET',
  path: '/api/itsm/v1/improvements/{id}',
})

export const editImprovement = endpointHandle<typeof improvementEdits.editImprovement>({
  name: 'editImprovement',
  tag: 'Improvements',
  method: 'PATCH',
  path: '/api/app/v1/improvements/{id}',
})

export const listFilterValues = endpointHandle<typeof filterValues.listFilterValues>({
  name: 'listFilterValues',
  tag: 'Finding',
  method: 'GET',
  path: '/api/app/v1/filter-values',
})

export const settleImprovementLook = endpointHandle<typeof improvementEdits.settleImprovementLook>({
  name: 'settleImprovementLook',
  tag: 'Improvements',
  method: 'POST',
  path: '/api/app/v1/improvements/{id}/look',
})
