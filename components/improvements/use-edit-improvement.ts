'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showToast } from '#components/ui/overlay/toast.tsx'
import { invalidateTags } from '#lib/api/endpoint-query.ts'
import type { ImprovementEdit } from '#lib/contracts/app/improvement-edits.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { listImprovements } from '#lib/contracts/routes.ts'
import { findCachedImprovement, patchCachedImprovement } from './cached-improvements.ts'
import { EditConflict, saveImprovement } from './save-improvement.ts'

type Edit = { improvement: Improvement; edit: ImprovementEdit }
type OptimisticEdit = { before: Improvement; release: () => void }

/**
 * Edits an improvement optimistically and rolls back on errors. Edits run one after the other, so that a quick second
 * edit does not conflict with the first. Leaving the page while an edit is pending asks for confirmation.
 */
export function useEditImprovement() {
  const client = useQueryClient()
  return useMutation<Improvement, Error, Edit, OptimisticEdit>({
    scope: { id: 'improvements' },
    mutationFn: ({ improvement: { id, updated_at }, edit }) =>
      saveImprovement(id, findCachedImprovement(client, id)?.updated_at ?? updated_at, edit),
    onMutate: async ({ improvement, edit }) => {
      await client.cancelQueries({ queryKey: [listImprovements.tag] })
      const before = findCachedImprovement(client, improvement.id) ?? improvement
      patchCachedImprovement(client, improvement.id, edit)
      return { before, release: blockUnload() }
    },
    onSuccess: (after) => patchCachedImprovement(client, after.id, after),
    onError: (error, { improvement }, shown) => {
      const current = error instanceof EditConflict ? error.current : shown?.before
      if (current) patchCachedImprovement(client, improvement.id, current)
    },
    onSettled: (_after, _error, _edit, shown) => {
      shown?.release()
      return invalidateTags(client, [listImprovements.tag, 'Search'])
    },
  })
}

export function showNotSaved(error: Error): void {
  const isConflict = error instanceof EditConflict
  showToast({ kind: isConflict ? 'warning' : 'error', title: 'Change not saved', description: error.message })
}

/**
 * Makes the browser ask before the person leaves the page while a change is being saved. Returns a function that ends
 * this.
 */
function blockUnload(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}
