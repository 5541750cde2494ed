'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { showToast } from '#components/ui/overlay/toast.tsx'
import { invalidateTags } from '#lib/api/endpoint-query.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { listImprovements } from '#lib/contracts/routes.ts'
import { ImprovementForm } from './improvement-form.tsx'
import { IssueLinks } from './issue-links.tsx'
import { EditConflict, patchCachedImprovement, saveImprovement } from './use-edit-improvement.ts'

type EditDialogProps = { improvement: Improvement; isOpen: boolean; onClose: () => void }

/** Edits all fields of an action. Warns before overwriting newer values of another person. */
export function EditDialog({ isOpen, onClose, ...props }: EditDialogProps) {
  return (
    <Dialog open={isOpen} onOpenChange={(next) => !next && onClose()} title="Edit the improvement action">
      {isOpen ? (
        <>
          <EditForm {...props} onClose={onClose} />
          <IssueLinks improvementId={props.improvement.id} canWrite className="mt-4 border-t border-line pt-4" />
        </>
      ) : null}
    </Dialog>
  )
}

function EditForm({ improvement, onClose }: Omit<EditDialogProps, 'isOpen'>) {
  const client = useQueryClient()
  const openedImprovement = useRef(improvement)
  const knownUpdatedAt = useRef(improvement.updated_at)
  return (
    <ImprovementForm
      label="Improvement action"
      values={openedImprovement.current}
      submitLabel="Save"
      onCancel={onClose}
      onSubmit={async (details) => {
        try {
          const after = await saveImprovement(improvement.id, knownUpdatedAt.current, details)
          patchCachedImprovement(client, improvement.id, after)
          void invalidateTags(client, [listImprovements.tag, 'Search'])
          showToast({ kind: 'success', title: 'Saved', description: after.title })
          onClose()
        } catch (error) {
          if (!(error instanceof EditConflict)) throw error
          knownUpdatedAt.current = error.current.updated_at
          patchCachedImprovement(client, improvement.id, error.current)
          throw new Error(`${error.message} Save again to overwrite it, or cancel to keep it.`)
        }
      }}
    />
  )
}
