'use client'

import { useRouter } from 'next/navigation'
import { useMay } from '#components/layout/user-context.tsx'
import { ReasonButton } from '#components/review/transition/reason-button.tsx'
import { WriteButton } from '#components/ui/overlay/confirm-write.tsx'
import { showToast } from '#components/ui/overlay/toast.tsx'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { UnrecordedChange } from '#lib/contracts/app/unrecorded-changes.ts'
import { dismissUnrecordedChange, reviewUnrecordedChange } from '#lib/contracts/routes.ts'

/** Buttons that decide about a deployment that no change authorised. */
export function UnrecordedActions({ id, change_number: number }: Pick<UnrecordedChange, 'id' | 'change_number'>) {
  const router = useRouter()
  const dismiss = useEndpointMutation(dismissUnrecordedChange)
  const mayDecide = useMay('manager')
  const submit = (reason: string, close: () => void) =>
    dismiss.mutate(
      { params: { id }, body: { reason } },
      {
        onSuccess: () => {
          close()
          showToast({ kind: 'success', title: `${number} dismissed` })
          router.refresh()
        },
      },
    )
  if (!mayDecide) return null
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
        move={dismiss}
        onSubmit={submit}
      >
        Dismiss
      </ReasonButton>
    </div>
  )
}
