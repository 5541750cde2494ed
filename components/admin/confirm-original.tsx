'use client'

import { ReasonButton } from '#components/review/transition/reason-button.tsx'
import { showToast } from '#components/ui/overlay/toast.tsx'
import { usePageMutation } from '#lib/api/use-page-mutation.ts'
import { confirmOriginal } from '#lib/contracts/routes.ts'

/** Ends the silence of a copy, with a reason. */
export function ConfirmOriginal() {
  const confirm = usePageMutation(confirmOriginal)
  return (
    <ReasonButton
      size="sm"
      title="Is this the real one?"
      description="What waits in it is then sent: mail, webhooks, and writes to connected systems. If the original still runs, both do."
      submitLabel="This is the real one"
      move={confirm}
      onSubmit={(reason, close) =>
        confirm.mutate(
          { body: { reason } },
          {
            onSuccess: () => {
              close()
              showToast({ kind: 'success', title: 'This is the real one: it sends again' })
            },
          },
        )
      }
    >
      This is the real one
    </ReasonButton>
  )
}
