'use client'

import { ReasonButton, useReasonWrite } from '#components/review/transition/reason-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
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
  const confirm = useReasonWrite(
    confirmOriginal,
    (reason) => ({ body: { reason } }),
    'This is the real one: it sends again',
  )
  return (
    <ReasonButton
      size="sm"
      title="Is this the real one?"
      description="What waits in it is then sent: mail, webhooks, and writes to connected systems. If the original still runs, both do."
      submitLabel="This is the real one"
      {...confirm}
    >
      This is the real one
    </ReasonButton>
  )
}
