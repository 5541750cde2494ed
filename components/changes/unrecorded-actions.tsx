'use client'

import { useMay } from '#components/layout/user-context.tsx'
import { ReasonButton, useReasonWrite } from '#components/review/transition/reason-button.tsx'
import { WriteButton } from '#components/ui/overlay/confirm-write.tsx'
import type { UnrecordedChange } from '#lib/contracts/app/unrecorded-changes.ts'
import { dismissUnrecordedChange, reviewUnrecordedChange } from '#lib/contracts/routes.ts'

/** Buttons that decide about a deployment that no change authorised. */
export function UnrecordedActions({ id, change_number: number }: Pick<UnrecordedChange, 'id' | 'change_number'>) {
  const dismiss = useReasonWrite(
    dismissUnrecordedChange,
    (reason) => ({ params: { id }, body: { reason } }),
    `${number} dismissed`,
  )
  if (!useMay('manager')) return null
  return (
    <div className="flex gap-2 min-[60rem]:justify-end">
      <WriteButton
        size="sm"
        route={reviewUnrecordedChange}
        input={{ params: { id } }}
        invalidates={['Reviews']}
        done={({ reference }) => `${reference} is required for ${number}`}
        aria-label={`Require a review of ${number}`}
      >
        Require a review
      </WriteButton>
      <ReasonButton
        size="sm"
        variant="ghost"
        aria-label={`Dismiss ${number}`}
        title={`Dismiss ${number}?`}
        description="It leaves this list without a review. The change and its deployment are kept."
        submitLabel="Dismiss"
        {...dismiss}
      >
        Dismiss
      </ReasonButton>
    </div>
  )
}
