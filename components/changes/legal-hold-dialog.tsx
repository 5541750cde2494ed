'use client'

import { ReasonDialog } from '#components/review/transition/reason-dialog.tsx'
import { showToast } from '#components/ui/overlay/toast.tsx'
import { usePageMutation } from '#lib/api/use-page-mutation.ts'
import { setLegalHold } from '#lib/contracts/admin-routes.ts'

type LegalHoldDialogProps = { number: string; isHeld: boolean; onClose: () => void }

/** Asks for the reason of a legal hold, or of its release. */
export function LegalHoldDialog({ number, isHeld, onClose }: LegalHoldDialogProps) {
  const set = usePageMutation(setLegalHold)
  const submit = (reason: string) =>
    set.mutate(
      { params: { number }, body: { is_held: !isHeld, reason } },
      {
        onSuccess: () => {
          onClose()
          showToast({ kind: 'success', title: `${number} ${isHeld ? 'is released' : 'is on legal hold'}` })
        },
      },
    )
  return (
    <ReasonDialog
      title={isHeld ? `Release ${number} from its legal hold?` : `Put ${number} on legal hold?`}
      description={
        isHeld
          ? 'The retention deletes it again once it is old enough.'
          : 'No retention deletes it, nor its review, files, deployments and incidents. Everybody who reads the change sees the reason.'
      }
      submitLabel={isHeld ? 'Release' : 'Hold'}
      busy={set.isPending}
      error={set.error}
      onSubmit={submit}
      onClose={onClose}
    />
  )
}
