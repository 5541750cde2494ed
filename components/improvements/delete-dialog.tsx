'use client'

import { AlertDialog } from '#components/ui/alert-dialog.tsx'
import { showToast } from '#components/ui/toast.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { deleteImprovement } from '#lib/contracts/routes.ts'

type DeleteDialogProps = {
  improvement: Improvement
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onDeleted: () => void
}

/** Confirms the deletion of an open action. */
export function DeleteDialog({ improvement: { id, title }, isOpen, onOpenChange, onDeleted }: DeleteDialogProps) {
  const remove = useEndpointMutation(deleteImprovement, ['Search'])
  const confirm = async () => {
    try {
      await remove.mutateAsync({ params: { id } })
      showToast({ kind: 'success', title: 'Action deleted', description: title })
      onDeleted()
    } catch (error) {
      showToast({
        kind: 'error',
        title: 'Action not deleted',
        description: error instanceof Error ? error.message : undefined,
      })
    } finally {
      onOpenChange(false)
    }
  }
  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={onOpenChange}
      title={`Delete “${title}”?`}
      description="It is removed from the register and from its review. The history keeps a record of it."
      confirmLabel="Delete"
      danger
      busy={remove.isPending}
      onConfirm={() => void confirm()}
    />
  )
}
