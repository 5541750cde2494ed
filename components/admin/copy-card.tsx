'use client'

import { ReasonButton } from '#components/review/transition/reason-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { showToast } from '#components/ui/overlay/toast.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { usePageMutation } from '#lib/api/use-page-mutation.ts'
import { confirmOriginal } from '#lib/contracts/routes.ts'

/** Tells everybody that this is a copy, which sends nothing. An admin can end that here. */
export function CopyCard({ since, mayConfirm }: { since: string; mayConfirm: boolean }) {
  return (
    <div className="mb-4 print:hidden">
      <Notice tone="warning" action={mayConfirm ? <ConfirmOriginal /> : null}>
        This is a copy, restored on <DateTime value={since} />: it sends nothing. No mail, webhook or calendar leaves
        it, and no connected system is read or written.
      </Notice>
    </div>
  )
}

/** Ends the silence of a copy, with a reason. */
function ConfirmOriginal() {
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
