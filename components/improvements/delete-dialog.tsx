'use client'

import { ConfirmWrite } from '#components/ui/overlay/confirm-write.tsx'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { deleteImprovement } from '#lib/contracts/routes.ts'

type DeleteDialogProps = { improvement: Improvement; onDeleted: () => void; onClose: () => void }

/** Confirms the deletion of an open action. */
export function DeleteDialog({ improvement: { id, title }, onDeleted, onClose }: DeleteDialogProps) {
  return (
    <ConfirmWrite
      route={deleteImprovement}
      input={{ params: { id } }}
      invalidates={['Search']}
      title={`Delete “${title}”?`}
      description="It is removed from the register and from its review. The history keeps a record of it."
      confirmLabel="Delete"
      danger
      done="Action deleted"
      onDone={onDeleted}
      onClose={onClose}
    />
  )
}
